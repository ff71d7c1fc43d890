// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '@petstore/testing/api-calls.ts';
import { type ImportTarget, openImportTarget } from '@petstore/testing/fixtures/imports.ts';
import { type ApiResponse, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { addPhoto } from '../../src/catalogue/listings/photo-changes.ts';
import { parseMapping } from '../../src/exchange/import-export/mapping/mapping-file.ts';
import { DAY } from '../../src/platform/core/clock.ts';

/** A copy that only the feed updates equals the listings and the names of categories, member for member. */

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.TEST_STORE === 'postgres' ? 3 : 5));
const PUBLIC_URL = 'https://shelter.example';
const MAPPING = parseMapping(`{
  "reference": {"column": "id"},
  "name": {"column": "name"},
  "categoryId": {"column": "kind", "values": {"Bird": 3, "Fish": 4}},
  "status": {"column": "status"},
  "breed": {"column": "breed"}
}`);

type Json = Record<string, unknown>;

/** Applies events as the document describes them. */
class Mirror {
  readonly listings = new Map<unknown, Json>();
  readonly categories = new Map<unknown, unknown>();

  apply({ type, pet, listing, category, createdAt, statusChangedAt, updatedAt, url, etags }: Json): void {
    if (type === 'category.named') this.categories.set(at(category, 'id'), at(category, 'name'));
    if (listing !== undefined) this.listings.set(at(listing, 'pet', 'id'), listing as Json);
    if (pet === undefined) return;
    const id = at(pet, 'id');
    const { profile, photos } = this.listings.get(id) ?? { profile: {}, photos: [] };
    const state = JSON.parse(JSON.stringify({ createdAt, statusChangedAt, updatedAt, url, etags }));
    if (type === 'pet.deleted') this.listings.delete(id);
    else this.listings.set(id, { pet, profile, photos, ...state });
  }
}

interface Real {
  service: TestService;
  key: string;
  shelter: ImportTarget;
}

type Change = (real: Real) => Promise<unknown>;

const send = ({ service, key }: Real, method: string, path: string, body?: object) =>
  service.send(path, { method, key, body });

/** Returns the one of all that a number selects; undefined if there is none. */
async function pick(real: Real, path: string, n: number): Promise<Json | undefined> {
  const all = listOf(await send(real, 'GET', path));
  return all[n % all.length];
}

async function changePet(real: Real, n: number, method: string, rest: string, body?: object) {
  const pet = await pick(real, '/v1/pets?limit=100', n);
  return pet && accepted(await send(real, method, `/v1/pets/${pet.id}${rest}`, body));
}

async function takeFromBin(real: Real, n: number, how: string) {
  const removed = await pick(real, '/v1/bin?limit=100', n);
  if (removed === undefined) return undefined;
  const id = at(removed, 'pet', 'id');
  return accepted(
    how === 'erase'
      ? await send(real, 'DELETE', `/v1/bin/${id}`)
      : await send(real, 'POST', `/v1/pets/${id}/restore`),
  );
}

async function mergePets(real: Real, n: number, other: number) {
  const into = await pick(real, '/v1/pets?limit=100', other);
  // The pet itself is no other one.
  const gone = await pick(real, '/v1/pets?limit=100', n);
  if (gone === undefined || into?.id === gone.id) return undefined;
  return accepted(await send(real, 'POST', `/v1/pets/${gone.id}/merge`, { into: into?.id }));
}

/** A change that the rules forbid has no event. */
function accepted(response: ApiResponse): ApiResponse {
  assert.ok(response.status < 300 || response.status === 409, response.text);
  return response;
}

async function addPicture({ service, key, ...real }: Real, n: number): Promise<void> {
  const pet = await pick({ service, key, ...real }, '/v1/pets?limit=100', n);
  if (pet === undefined) return;
  const files = [{ name: '800.jpg', content: new Uint8Array([1]) }] as const;
  const prepared = { width: 1, height: 1, color: '#000000', focalPoint: { x: 1, y: 2 }, files };
  const upload = { petId: BigInt(String(pet.id)), accountId: real.shelter.ownerId, prepared };
  const change = { actor: null, at: service.clock.now() };
  await service.database.write((db) => addPhoto(db, upload, change, PUBLIC_URL));
}

async function changePicture(real: Real, n: number, method: string, body?: object) {
  const listings = listOf(await send(real, 'GET', '/v1/listings?limit=100'));
  const all = listings.flatMap(({ pet, photos }) =>
    (photos as Json[]).map((photo) => `/v1/pets/${at(pet, 'id')}/photos/${photo.id}`),
  );
  const path = all[n % all.length];
  return path && accepted(await send(real, method, path, body));
}

async function changeOrder(real: Real, n: number, status: string) {
  const order = await pick(real, '/v1/store/orders?limit=100', n);
  return order && accepted(await send(real, 'PATCH', `/v1/store/orders/${order.id}`, { status }));
}

const aNumber = fc.nat({ max: 1_000 });
const aStatus = fc.constantFrom('available', 'pending', 'sold');
const aName = fc.constantFrom('Frank', 'Zoë ",\\"profile\\":{', '犬', '},"etags":');
const aCategory = fc.constantFrom(1, 2, 3);
const aBreed = fc.constantFrom('Beagle', null, '"etags":{}', 'x'.repeat(150));
const aPet = fc.record(
  { name: aName, categoryId: aCategory, status: aStatus },
  { requiredKeys: ['name', 'categoryId'] },
);
const aRow = fc.tuple(
  fc.nat({ max: 5 }),
  fc.constantFrom('Bird', 'Fish'),
  aStatus,
  fc.constantFrom('', 'Ara'),
);

/** Returns a change with random arguments. */
function change<Arguments extends unknown[]>(
  some: { [Place in keyof Arguments]: fc.Arbitrary<Arguments[Place]> },
  make: (real: Real, ...given: Arguments) => Promise<unknown>,
): fc.Arbitrary<Change> {
  return fc.tuple<Arguments>(...some).map((given) => (real) => make(real, ...given));
}

const aPetChange = fc.record(
  { name: aName, categoryId: aCategory, status: aStatus },
  { requiredKeys: ['name'] },
);
const aPhotoChange = fc.record({ alt: aName, position: fc.constant(0) }, { requiredKeys: ['position'] });

const aChange = fc.oneof(
  change([aPet], (real, pet) => send(real, 'POST', '/v1/pets', pet)),
  change([aNumber, aPetChange], (real, n, body) => changePet(real, n, 'PATCH', '', body)),
  change([aNumber, aStatus], (real, n, status) => changePet(real, n, 'PATCH', '', { status })),
  change([aNumber, aBreed], (real, n, breed) => changePet(real, n, 'PATCH', '/profile', { breed })),
  change([aNumber], (real, n) => changePet(real, n, 'DELETE', '')),
  change([aNumber, fc.constantFrom('restore', 'restore', 'erase')], takeFromBin),
  change([aNumber, aNumber], mergePets),
  change([aNumber], addPicture),
  change([aNumber, aPhotoChange], (real, n, body) => changePicture(real, n, 'PATCH', body)),
  change([aNumber], (real, n) => changePicture(real, n, 'DELETE')),
  change([aNumber], async (real, n) => {
    const pet = await pick(real, '/v1/pets?status=available&limit=100', n);
    return pet && accepted(await send(real, 'POST', '/v1/store/orders', { petId: pet.id }));
  }),
  change([aNumber, fc.constantFrom('approved', 'completed', 'cancelled')], changeOrder),
  change([fc.array(aRow, { minLength: 1, maxLength: 4 })], ({ shelter, service }, rows) => {
    const lines = rows.map(([n, kind, status, breed]) => `r${n},Kiki ${kind},${kind},${status},${breed}`);
    const file = Buffer.from(`id,name,kind,status,breed\n${lines.join('\n')}\n`);
    return shelter.csv(file, MAPPING, { publicUrl: PUBLIC_URL, clock: service.clock });
  }),
  change([aCategory, aName], (real, id, name) => send(real, 'PUT', `/v1/categories/${id}`, { name })),
  change([fc.constantFrom(1, DAY, 2 * DAY)], async ({ service }, ms) => service.clock.advance(ms)),
);

async function assertMirrored(real: Real, feedStart: string, mirror: Mirror): Promise<void> {
  const { service, key } = real;
  for (const event of await readAll(service, key, feedStart)) mirror.apply(event);
  const listings = await readAll(service, key, '/v1/listings?sort=id&limit=100');
  const sorted = [...mirror.listings.values()].sort((one, other) => idOf(one) - idOf(other));
  assert.deepEqual(sorted, listings);
  const named = (await readAll(service, key, '/v1/categories')).filter(({ name }) => name !== undefined);
  assert.deepEqual(mirror.categories, new Map(named.map(({ id, name }) => [id, name])));
}

function idOf({ pet }: Json): number {
  return Number(at(pet, 'id'));
}

test('a copy that applies the feed equals the listings and the names of categories after any changes', async (t) => {
  const service = await startService(t, { env: { PUBLIC_URL, PUBLIC_PAGES: 'true' } });
  const { key } = await service.account({ role: 'admin', perMinute: 1_000_000, perDay: 1_000_000_000 });
  const shelter = await openImportTarget(t, service.database);
  const real = { service, key, shelter };
  const mirror = new Mirror();
  let feedStart = '/v1/events?limit=100';
  await fc.assert(
    fc.asyncProperty(fc.array(aChange, { minLength: 10, maxLength: 30, size: 'max' }), async (changes) => {
      for (const change of changes) await change(real);
      await assertMirrored(real, feedStart, mirror);
      feedStart = nextOf(await service.send('/v1/events?after=latest&limit=100', { key })) ?? '';
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

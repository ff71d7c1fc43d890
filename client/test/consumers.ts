/** A program that uses all of the client's types. */
export const CONSUMER = `
import { bigintReplacer, type ChangeOptions, type ErrorCode, etagOf, type Page, type Pet, Petstore, PetstoreError, type Quota } from '@petstore/client';

const seen: Quota[] = [];
const petstore = new Petstore({
  baseUrl: 'https://adopt.example.org',
  apiKey: 'petstore_live_x',
  pace: undefined,
  retry: { attempts: 3, seconds: undefined },
  timeoutSeconds: 10,
  onQuota: (quota) => seen.push(quota),
  onWait: ({ error, seconds }) => console.log(error.message, seconds.toFixed(1)),
  onDeprecation: ({ operation, sunset }) => console.log(operation, sunset?.toISOString()),
  fetch,
});
const signal: AbortSignal | undefined = undefined;
export const fromEnvironment = new Petstore();

export async function addPhoto(petId: bigint, bytes: Uint8Array): Promise<string> {
  const limits = { timeoutSeconds: 5, retry: { attempts: 1 } };
  const { id } = await petstore.photos.add(petId, bytes, { type: 'image/png', ...limits });
  const { status, result } = await petstore.request<Pet[]>('GET', '/pets', { query: { limit: 1 }, onResponse: ({ body }) => console.log(body) });
  return JSON.stringify([id, status, result[0]?.id], bigintReplacer);
}

export async function adopt(name: string): Promise<bigint> {
  const pet = await petstore.pets.create({ name, categoryId: 5n, status: 'available' }, { idempotencyKey: name, signal });
  const order = await petstore.orders.place({ petId: pet.id, reference: undefined });
  return (await petstore.orders.change(order.id, { status: 'approved' })).petId;
}

export async function rename(id: bigint, name: string): Promise<void> {
  const tag: string | undefined = etagOf(await petstore.pets.get(id));
  const options: ChangeOptions = tag === undefined ? { signal } : { ifMatch: tag };
  await petstore.pets.remove((await petstore.pets.change(id, { name }, options)).id, options);
}

export async function names(): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of petstore.pets.list({ status: 'available', categoryId: undefined }, { signal })) found.push(name);
  for await (const { available } of petstore.categories.list()) found.push((available + 1).toFixed());
  return found;
}

export async function describe(id: bigint): Promise<string> {
  const { profile, photos, etags } = await petstore.listings.get(id);
  await petstore.listings.changeProfile(id, { breed: 'Beagle', specialNeeds: null }, { ifMatch: etags.profile });
  for await (const { pet } of petstore.listings.list({ petId: [id], status: 'available' })) console.log(pet.name);
  return [profile.sex ?? 'unknown', photos[0]?.urls[320] ?? ''].join();
}

export async function newer(known: Page<Pet>): Promise<Page<Pet>> {
  const first: Page<Pet> = await petstore.pets.page({ limit: 5, cursor: known.next });
  return (await petstore.pets.page({ limit: 5 }, { ifNoneMatch: first.etag })) ?? known;
}

export async function follow(): Promise<void> {
  const { next } = await petstore.events.page({ after: 'latest' });
  for await (const { type, pet } of petstore.events.follow({ after: next, signal })) {
    if (type === 'pet.deleted') console.log(pet.id);
  }
  for await (const event of petstore.events.follow({ after: next, signal })) {
    if (event.type === 'order.placed') console.log(event.order.reference);
    else if (event.pet !== undefined) console.log(event.pet.name);
  }
}

export function codeOf(error: unknown): ErrorCode | undefined {
  if (!(error instanceof PetstoreError)) return undefined;
  if (error.code === 'pet_not_available') console.log(error.requestId?.length, error.retryAfter?.toFixed(), error.fields.join());
  return error.code;
}
`;

/** The first two lines of each wrong program. */
export const OPEN = `import { Petstore, PetstoreError } from '@petstore/client';
const petstore = new Petstore({ baseUrl: 'https://adopt.example.org', apiKey: 'petstore_live_x' });
`;

/** Programs that must not compile: the third line, and the error codes that the compiler may report for it. */
export const WRONG = {
  'a category as a number': ["petstore.pets.create({ name: 'x', categoryId: 5 });", 'TS2322'],
  'an id as a number': ['petstore.orders.get(7);', 'TS2345'],
  'a status that no animal has': ["petstore.pets.list({ status: 'lost' });", 'TS2820|TS2322'],
  'a filter that the list does not have': ['petstore.orders.list({ categoryId: 1n });', 'TS2353'],
  'a status of orders that clients cannot set': [
    "petstore.orders.change(7n, { status: 'expired' });",
    'TS2322',
  ],
  'the pet of an event of an order': [
    "petstore.events.page().then(({ items }) => items.map((event) => event.type === 'order.placed' && event.pet.name));",
    'TS18048',
  ],
  'an option that is misspelled': ["new Petstore({ baseUrl: '', apiKey: '', retries: 3 });", 'TS2353'],
  'an error code that the service does not have': [
    "export const isSold = (error: PetstoreError) => error.code === 'pet_is_sold';",
    'TS2367',
  ],
  'an event that the feed does not have': [
    "petstore.events.page().then(({ items }) => items.filter(({ type }) => type === 'pet.adopted'));",
    'TS2367',
  ],
  'an option of a call that is misspelled': ['petstore.usage({ timeout: 3 });', 'TS2353'],
  'retries of a follower': ['petstore.events.follow({ retry: { attempts: 3 } });', 'TS2353'],
  'ifMatch for a call that adds': [
    "petstore.pets.create({ name: 'x', categoryId: 5n }, { ifMatch: 'x' });",
    'TS2353',
  ],
  'a page that may be undefined': [
    "petstore.pets.page({}, { ifNoneMatch: 'x' as string | undefined }).then(({ items }) => items);",
    'TS2339',
  ],
};

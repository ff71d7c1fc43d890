// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, assertError } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { INT64_MAX, INT64_MIN } from '../../src/platform/core/int64.ts';

/** An int64 keeps its value from the request to the store and back, over the whole range. */

const RUNS = Number(process.env.FUZZ_RUNS ?? 40);

const anyInt64 = fc.oneof(
  fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
  fc.constantFrom(
    INT64_MIN,
    INT64_MIN + 1n,
    -(2n ** 53n) - 1n,
    -1n,
    0n,
    1n,
    2n ** 53n + 1n,
    INT64_MAX - 1n,
    INT64_MAX,
  ),
);

/** JSON spellings of an integer. */
const spelling = fc.constantFrom<(digits: string) => string>(
  (digits) => digits,
  (digits) => `${digits}.0`,
  (digits) => `${digits}e0`,
  (digits) => `${digits}.00E+0`,
  (digits) => `${digits}.000000000000000000000`,
);

function locationOf(response: ApiResponse): string {
  assert.equal(response.status, 201, response.text);
  return response.headers.get('location') ?? '';
}

async function storedCategories(service: TestService): Promise<bigint[]> {
  const rows = await service.database.read.selectFrom('pets').select('category_id').orderBy('id').execute();
  return rows.map((row) => row.category_id);
}

test('returns a categoryId digit by digit from POST, store, list, filter and GET', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1_000_000 });
  await fc.assert(
    fc.asyncProperty(anyInt64, spelling, async (categoryId, spell) => {
      const body = `{"name":"Frank","categoryId":${spell(String(categoryId))}}`;
      const created = await service.send('/v1/pets', { method: 'POST', key, body });
      const path = locationOf(created);
      assert.equal(
        created.text,
        `{"id":${path.split('/').at(-1)},"name":"Frank","categoryId":${categoryId}}`,
      );
      assert.equal((await storedCategories(service)).at(-1), categoryId);
      assert.equal((await service.send(path, { key })).text, created.text);
      assert.equal((await service.send('/v1/pets?limit=1', { key })).text, `[${created.text}]`);
      const filtered = await service.send(`/v1/pets?limit=1&categoryId=${categoryId}`, { key });
      assert.equal(filtered.text, `[${created.text}]`);
    }),
    { numRuns: RUNS },
  );
});

test('returns an id digit by digit, and a page continues after it', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1_000_000 });
  const anyId = anyInt64.filter((id) => id > 0n && id < INT64_MAX);
  const given = service.database.engine.idIsIdentity ? sql`overriding system value` : sql``;
  await fc.assert(
    fc.asyncProperty(anyId, async (id) => {
      await service.database.write(async (queries) => {
        await sql`delete from pets`.execute(queries);
        await sql`insert into pets (id, name, category_id) ${given} values (${id}, 'first', 1), (${id + 1n}, 'second', 1)`.execute(
          queries,
        );
      });
      const [first, second] = [
        `{"id":${id},"name":"first","categoryId":1}`,
        `{"id":${id + 1n},"name":"second","categoryId":1}`,
      ];
      assert.equal((await service.send(`/v1/pets/${id}`, { key })).text, first);
      const page = await service.send('/v1/pets?limit=1', { key });
      assert.equal(page.text, `[${second}]`);
      const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
      assert.equal((await service.send(next, { key })).text, `[${first}]`);
    }),
    { numRuns: RUNS },
  );
});

test('rejects a number outside of int64 and never rounds it', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1_000_000 });
  const beyond = fc.oneof(
    fc.bigInt({ min: INT64_MAX + 1n, max: INT64_MAX * 1000n }),
    fc.bigInt({ min: INT64_MIN * 1000n, max: INT64_MIN - 1n }),
  );
  await fc.assert(
    fc.asyncProperty(beyond, spelling, async (value, spell) => {
      const body = `{"name":"Frank","categoryId":${spell(String(value))}}`;
      assertError(await service.send('/v1/pets', { method: 'POST', key, body }), 400, 'invalid_body');
      assertError(await service.send(`/v1/pets?categoryId=${value}`, { key }), 400, 'invalid_parameter');
      assertError(await service.send(`/v1/pets/${value}`, { key }), 404, 'pet_not_found');
    }),
    { numRuns: RUNS },
  );
  assert.deepEqual(await storedCategories(service), []);
});

// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, assertQuotaHeaders } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { sql } from 'kysely';

/** docs/api-design.md#errors: a failure of the service. */

test('a failure of the store is 500 without internal details, and the log has its cause', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const body = { name: 'Frank', categoryId: 1 };
  await service.database.write((queries) => sql`alter table pets rename to elsewhere`.execute(queries));
  const responses = [
    await service.send('/v1/pets', { key }),
    await service.send('/v1/pets/1', { key }),
    await service.send('/v1/pets', { key, method: 'POST', body }),
  ];
  for (const response of responses) {
    assertError(response, 500, 'internal_error');
    assertQuotaHeaders(response, service.clock.now());
    assert.doesNotMatch(response.text, /pets|table|SQL|select|insert|\.ts|at /i);
    const id = response.headers.get('x-request-id') ?? '';
    const line = service.logged.find((text) => text.includes(`"${id}"`)) ?? '';
    assert.match(
      line,
      /no such table|does not exist/,
      'X-Request-Id leads to the line of the log that has the cause',
    );
  }
  await service.database.write((queries) => sql`alter table elsewhere rename to pets`.execute(queries));
  assert.equal((await service.send('/v1/pets', { key, method: 'POST', body })).status, 201);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { sql } from 'kysely';
import { MAX_STORED_BYTES } from '../../src/access/idempotency/response-trimming.ts';
import { TRIMMED_TOGETHER_MS } from '../../src/access/idempotency/stored-responses.ts';

/** A little more than is kept. */
const WRITES = 130;
const ANIMALS_OF_A_WRITE = 100;

test('bounds the stored responses of an account that uses a new Idempotency-Key for each write', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1_000_000, perDay: 1_000_000_000 });
  // Six bytes of JSON for each of the 1,000 characters that a name may have.
  const pet = { name: `x${'\u0001'.repeat(999)}`, categoryId: 1 };
  const body = { items: Array.from({ length: ANIMALS_OF_A_WRITE }, () => ({ operation: 'createPet', pet })) };
  const post = (name: string) =>
    service.send('/v1/batches', { method: 'POST', key, body, headers: { 'idempotency-key': name } });
  for (let sent = 0; sent < WRITES; sent++) {
    service.clock.advance(TRIMMED_TOGETHER_MS);
    assert.equal((await post(`${sent}`)).status, 200);
  }
  let [kept, count] = [0, 0];
  // They are trimmed in the background, more slowly than this test writes.
  await until(async () => {
    const { rows } = await sql<{ kept: bigint; count: bigint }>`
      select sum(octet_length(body)) as kept, count(*) as count from idempotency_keys`.execute(
      service.database.read,
    );
    [kept, count] = [Number(rows[0]?.kept), Number(rows[0]?.count)];
    return kept < MAX_STORED_BYTES * 1.125;
  });
  t.diagnostic(`${count} of ${WRITES} responses are kept, ${kept >> 20} MiB`);
  assert.ok(kept > MAX_STORED_BYTES / 2, `${kept} bytes`);
  const again = await post(String(WRITES - 1));
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
});

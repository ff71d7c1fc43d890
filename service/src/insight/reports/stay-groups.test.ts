// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { readBegun, readEnded } from './stay-groups.ts';

/** More than one part of a report on a server, and more than five in this process. */
const IN_CARE = 20_003;

test('animals with the same keys, which fill several parts, are counted once, and so are those before and after them', async (t) => {
  const { read, write } = await temporaryDatabase(t);
  const numbers = sql`with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${IN_CARE + 2})`;
  await write((db) =>
    sql`insert into stays (movement_id, pet_id, category_id, kind, in_date, out_date, in_key, out_key)
      ${numbers} select i, i, 1, 'stay', '2026-03-05', case i when ${IN_CARE + 1} then '2026-05-06' end,
        case i when 1 then '2026-02 1 u stray - -' when ${IN_CARE + 2} then '2026-03 1 u stray - z' else '2026-03 1 u stray - -' end,
        case i when ${IN_CARE + 1} then '2026-05 1 u adoption - 62' else '9999-99' end
      from numbers`.execute(db),
  );
  const scope = { kind: 'stay', ownerId: undefined } as const;
  const began = new Map<string, number>();
  await readBegun(read, scope, { from: '2026-01', end: '2026-12' }, ({ parts, count }) => {
    const key = parts.join(' ');
    began.set(key, (began.get(key) ?? 0) + count);
  });
  assert.deepEqual(Object.fromEntries(began), {
    '2026-02 1 u stray - -': 1,
    '2026-03 1 u stray - -': IN_CARE,
    '2026-03 1 u stray - z': 1,
  });
  const inCare = async (from: string, end: string) => {
    const found = { atBegin: 0, ended: 0 };
    const atEnd = await readEnded(
      read,
      scope,
      { from, end },
      {
        addOpen: ({ count }) => {
          found.atBegin += count;
        },
        addEnded: ({ count }) => {
          found.ended += count;
        },
      },
    );
    return [found.atBegin, found.ended, atEnd];
  };
  assert.deepEqual(await inCare('2026-03', '2026-05'), [0, 0, IN_CARE + 2]);
  assert.deepEqual(await inCare('2026-05', '2026-06'), [IN_CARE + 2, 1, IN_CARE + 1]);
  assert.deepEqual(await inCare('2026-06', '2026-07'), [IN_CARE + 1, 0, IN_CARE + 1]);
});

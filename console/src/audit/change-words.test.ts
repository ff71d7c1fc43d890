import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeWords } from './change-words.ts';

test('a day, a fee and a missing status of a change are in words', () => {
  const changes = [
    { field: 'status', before: 'available' },
    { field: 'birthDate', before: '2022-04-01', after: '2023-05-02' },
    { field: 'adoptionFee', after: { amount: '150.00', currency: 'EUR' } },
  ];
  const [status, birth, fee] = changeWords({ changes } as never);
  assert.deepEqual([status?.before, status?.after], ['Available', 'Not for adoption']);
  assert.match(String(birth?.before), /April.*2022|2022.*April/);
  assert.match(String(fee?.after), /150/);
  assert.equal(fee?.before, 'none');
});

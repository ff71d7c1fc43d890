import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '@petstore/client';
import { actionWords, authorName, detailsOf, subjectName } from './audit-words.ts';

const ENTRY: AuditEntry = {
  id: 1n,
  at: '2026-11-22T09:14:03.120Z',
  action: 'key.created',
  account: { id: 1n, name: 'Ana' },
  subject: { type: 'key', id: 8n, name: 'Web site' },
  details: { accountId: 4n, role: 'reader', allowedOrigins: ['https://shelter.example'], label: null },
};

test('describes an entry with its author and its subject', () => {
  assert.equal(
    [authorName(ENTRY), actionWords(ENTRY), subjectName(ENTRY)].join(' '),
    'Ana made the key Web site',
  );
});

test('names the authors without an account, and subjects without a name', () => {
  const expired: AuditEntry = {
    ...ENTRY,
    account: undefined,
    action: 'order.expired',
    subject: { type: 'order', id: 7n },
  };
  assert.equal(authorName(expired), 'The service');
  assert.equal(subjectName(expired), 'reservation 7');
  assert.equal(authorName({ ...ENTRY, account: undefined }), 'The command line');
  assert.equal(subjectName({ ...ENTRY, subject: { type: 'key', id: 8n } }), 'no. 8');
});

test('writes the members that changed, with exact ids and the names of roles and statuses', () => {
  assert.deepEqual(detailsOf(ENTRY), [
    ['account id', '4'],
    ['role', 'Reader'],
    ['allowed origins', '["https://shelter.example"]'],
  ]);
  assert.deepEqual(detailsOf({ ...ENTRY, details: { status: 'pending' } }), [['status', 'On hold']]);
});

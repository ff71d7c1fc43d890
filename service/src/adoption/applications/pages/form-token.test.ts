import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { issueFormToken, MAX_FORM_TIME, MIN_FORM_TIME, readFormToken } from './form-token.ts';

const KEY = randomBytes(32).toString('base64url');
const NOW = Date.parse('2026-11-26T12:00:00Z');

function stateAfter(
  ms: number,
  { token = issueFormToken(KEY, 'pet 7', NOW), about = 'pet 7', key = KEY } = {},
) {
  return readFormToken(key, about, token, NOW + ms);
}

test('a form can be sent from three seconds to a day after it was shown', () => {
  const states = [0, MIN_FORM_TIME - 1, MIN_FORM_TIME, MAX_FORM_TIME, MAX_FORM_TIME + 1].map(
    (ms) => stateAfter(ms).state,
  );
  assert.deepEqual(states, ['early', 'early', 'valid', 'valid', 'old']);
});

test('each form has an id of its own, which is the same each time it is sent', () => {
  const token = issueFormToken(KEY, 'pet 7', NOW);
  const idOf = (sent: string, ms: number) => Object(stateAfter(ms, { token: sent })).tokenId;
  assert.match(idOf(token, MIN_FORM_TIME), /^[\w-]{22}$/);
  assert.equal(idOf(token, MAX_FORM_TIME), idOf(token, MIN_FORM_TIME));
  assert.notEqual(idOf(issueFormToken(KEY, 'pet 7', NOW), MIN_FORM_TIME), idOf(token, MIN_FORM_TIME));
});

test('a token of another animal, of another store or with a changed time is unknown', () => {
  const token = issueFormToken(KEY, 'pet 7', NOW);
  const later = Buffer.from(token, 'base64url');
  later.writeUIntBE(NOW + MAX_FORM_TIME, 0, 6);
  const forged = [
    stateAfter(MIN_FORM_TIME, { token, about: 'pet 8' }),
    stateAfter(MIN_FORM_TIME, { token, key: 'another' }),
    stateAfter(MAX_FORM_TIME + 1, { token: later.toString('base64url') }),
    ...['', 'x', token.slice(1), `${token}AAAA`, 'é'.repeat(60)].map((sent) =>
      stateAfter(MIN_FORM_TIME, { token: sent }),
    ),
  ];
  for (const { state } of forged) assert.equal(state, 'unknown');
});

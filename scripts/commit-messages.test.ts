import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageFault } from './commit-messages.ts';

test('accepts types with and without a scope, breaking changes and a body', () => {
  for (const message of [
    'docs: add an index of decisions',
    'perf(quota): cache parsed request targets',
    'refactor(accounts,database): rename the exported types',
    'feat(api)!: remove the deprecated operation',
    'fix(http): close the connection after a 408\n\nThe client would take it for the next response.\n',
  ]) {
    assert.equal(messageFault(message), undefined, message);
  }
});

test('rejects an unknown type, a missing description, a long header, a full stop and a missing empty line', () => {
  for (const [message, fault] of [
    ['Add an index', /must begin with "type\(scope\): "/],
    ['feature(api): add an index', /must begin with/],
    ['fix(api):', /must begin with/],
    ['fix(API): close it', /must begin with/],
    [`docs: ${'x'.repeat(100)}`, /at most 100 characters/],
    ['docs: add an index.', /must not end with a full stop/],
    ['docs: add an index\nof decisions', /followed by an empty line/],
  ] as const) {
    assert.match(messageFault(message) ?? '', fault, message);
  }
});

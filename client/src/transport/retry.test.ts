import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '../contract.ts';
import {
  PetstoreAnswerError,
  PetstoreConnectionError,
  PetstoreError,
  PetstoreTimeoutError,
} from '../errors.ts';
import { isLost, retryDelay } from './retry.ts';

function answered(status: number, code: ErrorCode, retryAfter?: number): PetstoreError {
  return new PetstoreError({ status, code, message: '' }, { retryAfter });
}

test('what passes by itself is sent again, after at least what Retry-After says', () => {
  const passing = [
    answered(408, 'request_timeout'),
    answered(409, 'idempotency_key_in_use'),
    answered(429, 'rate_limit_exceeded', 7),
    answered(503, 'service_unavailable', 7),
    new PetstoreAnswerError('', 429, { retryAfter: 7 }),
    ...[502, 503, 504].map((status) => new PetstoreAnswerError('', status, { retryAfter: 7 })),
    new PetstoreConnectionError(''),
    new PetstoreTimeoutError(''),
  ];
  for (const error of passing) {
    const least = 'retryAfter' in error ? (error.retryAfter ?? 0) * 1000 : 0;
    const delay = retryDelay(error, 1) ?? -1;
    assert.ok(delay >= least && delay <= least + 500, `${error.name} ${delay}`);
  }
});

test('what does not pass by itself is not sent again', () => {
  for (const error of [
    answered(409, 'invalid_transition'),
    answered(422, 'idempotency_key_reused'),
    answered(500, 'internal_error'),
    new PetstoreAnswerError('', 404),
    new TypeError(''),
  ]) {
    assert.equal(retryDelay(error, 1), undefined, error.name);
  }
});

test('the backoff is any time up to twice as much with each attempt, and never above thirty seconds', () => {
  const lost = new PetstoreConnectionError('');
  const most = (attempt: number) =>
    Math.max(...Array.from({ length: 400 }, () => retryDelay(lost, attempt) ?? -1));
  for (const [attempt, bound] of [
    [1, 500],
    [3, 2_000],
    [7, 30_000],
    [40, 30_000],
  ] as const) {
    assert.ok(most(attempt) <= bound && most(attempt) > bound * 0.9, `${attempt}: ${most(attempt)}`);
  }
});

test('what was refused was not carried out', () => {
  assert.ok(isLost(new PetstoreAnswerError('', 502)));
  assert.ok(!isLost(new PetstoreAnswerError('', 429)));
  assert.ok(!isLost(answered(503, 'service_unavailable')));
});

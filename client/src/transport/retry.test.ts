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

function errorResponse(status: number, code: ErrorCode, retryAfter?: number): PetstoreError {
  return new PetstoreError({ status, code, message: '' }, { retryAfter });
}

test('retries temporary errors, not before Retry-After', () => {
  const temporary = [
    errorResponse(408, 'request_timeout'),
    errorResponse(409, 'idempotency_key_in_use'),
    errorResponse(429, 'rate_limit_exceeded', 7),
    errorResponse(503, 'service_unavailable', 7),
    new PetstoreAnswerError('', 429, { retryAfter: 7 }),
    ...[502, 503, 504].map((status) => new PetstoreAnswerError('', status, { retryAfter: 7 })),
    new PetstoreConnectionError(''),
    new PetstoreTimeoutError(''),
  ];
  for (const error of temporary) {
    const min = 'retryAfter' in error ? (error.retryAfter ?? 0) * 1000 : 0;
    const delay = retryDelay(error, 1) ?? -1;
    assert.ok(delay >= min && delay <= min + 500, `${error.name} ${delay}`);
  }
});

test('does not retry permanent errors', () => {
  for (const error of [
    errorResponse(409, 'invalid_transition'),
    errorResponse(422, 'idempotency_key_reused'),
    errorResponse(500, 'internal_error'),
    new PetstoreAnswerError('', 404),
    new TypeError(''),
  ]) {
    assert.equal(retryDelay(error, 1), undefined, error.name);
  }
});

test('doubles the maximum of the random backoff with each attempt, up to 30 seconds', () => {
  const lost = new PetstoreConnectionError('');
  const longest = (attempt: number) =>
    Math.max(...Array.from({ length: 400 }, () => retryDelay(lost, attempt) ?? -1));
  for (const [attempt, bound] of [
    [1, 500],
    [3, 2_000],
    [7, 30_000],
    [40, 30_000],
  ] as const) {
    assert.ok(longest(attempt) <= bound && longest(attempt) > bound * 0.9, `${attempt}: ${longest(attempt)}`);
  }
});

test('treats a gateway error as a lost response, but not a rejection', () => {
  assert.ok(isLost(new PetstoreAnswerError('', 502)));
  assert.ok(!isLost(new PetstoreAnswerError('', 429)));
  assert.ok(!isLost(errorResponse(503, 'service_unavailable')));
});

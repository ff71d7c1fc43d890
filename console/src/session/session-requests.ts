import { PetstoreAnswerError, PetstoreConnectionError, PetstoreError } from '@petstore/client';
import { PageError } from '../texts/error-text.ts';
import { TEXTS } from './session-texts.ts';

const TIMEOUT_MS = 30_000;

/**
 * Sends a request to `/session`, which the browser sends with its cookie. No other part of the service reads that cookie.
 *
 * @throws {PetstoreError} if the service refuses it, and the errors of the client without an answer of the service.
 */
export async function sendToSession<Answer = unknown>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetchInTime(path, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (response.status === 204) return undefined as Answer; // which such a route returns
  const answer = await response.json().catch((cause: unknown) => {
    throw new PetstoreAnswerError('The answer is no JSON.', response.status, { cause });
  });
  if (response.ok) return answer;
  if (answer.code === 'origin_not_allowed') throw new PageError(TEXTS.wrongAddress);
  const wait = response.headers.get('Retry-After');
  throw new PetstoreError(
    { ...answer, status: response.status },
    {
      requestId: response.headers.get('X-Request-Id') ?? undefined,
      retryAfter: wait === null ? undefined : Number(wait),
    },
  );
}

async function fetchInTime(path: string, init: RequestInit): Promise<Response> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), TIMEOUT_MS);
  try {
    return await fetch(path, { ...init, signal: end.signal });
  } catch (cause) {
    throw new PetstoreConnectionError('The service does not respond.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

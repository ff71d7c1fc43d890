import { DAY } from '../../platform/core/clock.ts';
import { ApiError, quote } from '../../platform/core/errors.ts';
import { fieldError } from '../../platform/core/field-faults.ts';
import type { Queries } from '../../platform/database/database.ts';
import { isLockTimeout } from '../../platform/database/postgres/postgres-errors.ts';
import type { Exchange, Values } from '../../platform/http/route.ts';
import { accountOf } from '../accounts/authenticate.ts';
import {
  type FingerprintedRequest,
  fingerprintOf,
  fingerprintOfBytes,
  idempotencyKeyOf,
  isOfBytes,
} from './idempotency-key.ts';
import { claimKey, type StoredRequest } from './stored-responses.ts';

/** How long a response is replayed. */
export const RESPONSE_RETENTION = DAY;

/** A request with an `Idempotency-Key`. */
export interface KeyedRequest extends StoredRequest {
  /** The value of the header. */
  readonly header: string;
  readonly fingerprinted: FingerprintedRequest;
}

/**
 * Returns undefined for a request without a key.
 *
 * @throws {ApiError} `invalid_parameter` for a malformed key.
 */
export function keyedRequest(
  exchange: Exchange,
  { params, bytes }: Pick<Values, 'params' | 'bytes'>,
): KeyedRequest | undefined {
  const { request, route, method } = exchange;
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = typeof header === 'string' ? idempotencyKeyOf(header) : undefined;
  if (typeof header !== 'string' || key === undefined) {
    throw fieldError(
      'invalid_parameter',
      'Idempotency-Key',
      `must have 1 to 255 printable ASCII characters, plain or as one string in double quotes; got ${quote(String(header))}`,
    );
  }
  if (route === undefined) throw new Error('The request has no route');
  const fingerprinted = {
    method,
    path: [route.path, ...Object.values(params as object)].join(' '),
    // What receives a body by itself also returns what identifies it. Without a body, the path does.
    isJson: route.schema?.body !== undefined && route.body?.receive === undefined,
    body: bytes,
    int64Members: route.validator.int64Members(),
  };
  return {
    accountId: accountOf(exchange).id,
    key,
    fingerprint: fingerprintOf(fingerprinted),
    header,
    fingerprinted,
  };
}

/**
 * Claims the key for the write of this transaction, and waits for another process that has claimed it, as long as the store
 * waits for any lock. Returns false if something is stored for the key, which then stays locked.
 *
 * @throws {ApiError} `idempotency_key_in_use` if the other process takes longer.
 */
export async function claim(db: Queries, sent: KeyedRequest, now: number): Promise<boolean> {
  try {
    return await claimKey(db, sent, { since: now - RESPONSE_RETENTION, now });
  } catch (error) {
    throw isLockTimeout(error) ? stillRunning() : error;
  }
}

/** @throws {ApiError} `idempotency_key_reused` if what is stored for the key belongs to a different request. */
export function requireSameRequest(sent: KeyedRequest, stored: Pick<StoredRequest, 'fingerprint'>): void {
  const fingerprint = isOfBytes(stored.fingerprint)
    ? fingerprintOfBytes(sent.fingerprinted)
    : sent.fingerprint;
  if (stored.fingerprint === fingerprint) return;
  throw new ApiError(
    'idempotency_key_reused',
    'This Idempotency-Key was used within 24 hours for a different request. Use a new key for a new request.',
  );
}

export function stillRunning(): ApiError {
  return new ApiError(
    'idempotency_key_in_use',
    'Another request with this Idempotency-Key is still running. Send this one again in a moment.',
  );
}

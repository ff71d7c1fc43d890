import {
  PetstoreAnswerError,
  PetstoreConnectionError,
  PetstoreError,
  PetstoreTimeoutError,
} from '@petstore/client';

/** The service does not know the key, or no longer. */
export function isInvalidKey(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && error.status === 401;
}

/** The quota is used up, or the key is banned. */
export function isRefusal(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && error.status === 429;
}

/** The events asked for are no longer kept. */
export function isExpired(error: unknown): boolean {
  return error instanceof PetstoreError && error.code === 'events_expired';
}

/** The service is not there, or cannot answer for now. */
export function isAway(error: unknown): boolean {
  return (
    error instanceof PetstoreConnectionError ||
    error instanceof PetstoreTimeoutError ||
    error instanceof PetstoreAnswerError ||
    (error instanceof PetstoreError && error.status === 503)
  );
}

/** The account may not do this, or not in the state that the animal or the order has by now. */
export function isNotAllowed(error: unknown): boolean {
  return error instanceof PetstoreError && [403, 409, 412].includes(error.status);
}

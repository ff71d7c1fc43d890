import {
  PetstoreAnswerError,
  PetstoreConnectionError,
  PetstoreError,
  PetstoreTimeoutError,
} from '@petstore/client';

/** The key is unknown or revoked. */
export function isInvalidKey(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && error.status === 401;
}

/** The quota is used up, or the key is banned. */
export function isTooManyRequests(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && error.status === 429;
}

/** The requested events are no longer kept. */
export function isEventsExpired(error: unknown): boolean {
  return error instanceof PetstoreError && error.code === 'events_expired';
}

/** Someone else changed what was to be changed. */
export function isPreconditionFailed(error: unknown): boolean {
  return error instanceof PetstoreError && error.code === 'precondition_failed';
}

/** The service is unreachable or overloaded. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof PetstoreConnectionError ||
    error instanceof PetstoreTimeoutError ||
    error instanceof PetstoreAnswerError ||
    (error instanceof PetstoreError && error.status === 503)
  );
}

/** The account may not do this, or the state of the animal or the order does not allow it. */
export function isNotAllowed(error: unknown): boolean {
  return error instanceof PetstoreError && [403, 409, 412].includes(error.status);
}

/** Returns true if an import is kept no longer, such as a preview after an hour. */
export function isImportNotFound(error: unknown): boolean {
  return error instanceof PetstoreError && error.code === 'import_not_found';
}

import {
  PetstoreAnswerError,
  PetstoreConnectionError,
  PetstoreError,
  PetstoreTimeoutError,
} from '../../client/src/index.ts';

/**
 * Returns true if the service reported that it did nothing, false if the response was lost or was a 500.
 *
 * @throws the error, if a client need not expect it from a service that restarts.
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof PetstoreError) return error.status !== 500;
  const isLost = [PetstoreConnectionError, PetstoreTimeoutError, PetstoreAnswerError].some(
    (kind) => error instanceof kind,
  );
  if (isLost) return false;
  throw error;
}

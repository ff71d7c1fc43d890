import {
  PetstoreAnswerError,
  PetstoreConnectionError,
  PetstoreError,
  PetstoreTimeoutError,
} from '../../../client/src/index.ts';

/**
 * Whether the service said that it did nothing; false where the answer was lost, or was a 500, which says nothing.
 *
 * @throws the error, if it is none that a client of a service which comes and goes must expect.
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof PetstoreError) return error.status !== 500;
  const isLost = [PetstoreConnectionError, PetstoreTimeoutError, PetstoreAnswerError].some(
    (kind) => error instanceof kind,
  );
  if (isLost) return false;
  throw error;
}

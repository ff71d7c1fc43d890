import { type ApiError, unavailable } from '../../core/errors.ts';

/** Returns the 503 for a request that is not handled because the process is overloaded. */
export function overloadError(): ApiError {
  return unavailable('The service is overloaded. Try again in a moment.');
}

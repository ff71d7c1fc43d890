import { ApiError } from '../core/errors.ts';

/** @param id as the caller wrote it; a value that is no int64 comes quoted. */
export function petNotFound(id: string): ApiError {
  return new ApiError('pet_not_found', `There is no pet with the id ${id}.`);
}

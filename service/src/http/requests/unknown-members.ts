import { ApiError, quote } from '../../core/errors.ts';

/**
 * Checks the members of an object in a body of an operation that refuses unknown ones.
 *
 * @param name of the object, for the message.
 * @throws {ApiError} `invalid_body`.
 */
export function refuseUnknownMembers(object: object, known: readonly string[], name: string): void {
  const unknown = Object.keys(object).filter((member) => !known.includes(member));
  if (unknown.length === 0) return;
  const verb = unknown.length === 1 ? 'is not a member' : 'are not members';
  throw new ApiError(
    'invalid_body',
    `${unknown.map(quote).join(', ')} ${verb} of ${name}. Its members are ${known.join(', ')}`,
  );
}

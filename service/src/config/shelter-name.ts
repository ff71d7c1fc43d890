/** The name of a shelter, in the environment and in the API. */
export const MAX_SHELTER_NAME_LENGTH = 100;

/** `shelterNameFault` as a pattern for openapi.json, without its maximum length. */
export const SHELTER_NAME_PATTERN =
  '^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$';

/** Returns what is wrong with the name of a shelter, as the end of a sentence; undefined if it is valid. */
export function shelterNameFault(name: string): string | undefined {
  if (name.trim() === '') return 'must not be empty';
  if (name.length > MAX_SHELTER_NAME_LENGTH) return `must have at most ${MAX_SHELTER_NAME_LENGTH} characters`;
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) return 'must be one line of text';
  return undefined;
}

import { TEXT_PATTERN } from '../http/requests/text.ts';

const MIN_LENGTH = 2;
const MAX_LENGTH = 100;

/** The schema of a parameter with the words of a search. */
export const SEARCH_TEXT = {
  type: 'string',
  minLength: MIN_LENGTH,
  maxLength: MAX_LENGTH,
  format: 'plain-text',
  pattern: TEXT_PATTERN,
  description: `Each word may be the beginning of a word; case and accents do not matter. ${MIN_LENGTH} to ${MAX_LENGTH} characters, with a word of at least 2 letters or digits. 503 with \`Retry-After\` while the animals of an older version are being indexed.`,
} as const;

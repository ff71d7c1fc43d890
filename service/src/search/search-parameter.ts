import { TEXT_PATTERN } from '../http/requests/text.ts';

/** One letter is enough in scripts without spaces; `searchWords` rejects other words that are too short. */
const MIN_LENGTH = 1;
const MAX_LENGTH = 100;

/** The schema of a parameter with the words of a search. */
export const SEARCH_TEXT = {
  type: 'string',
  minLength: MIN_LENGTH,
  maxLength: MAX_LENGTH,
  format: 'plain-text',
  pattern: TEXT_PATTERN,
  description: `Each word may be the beginning of a word; case, accents and apostrophes do not matter. In Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese, it may be any part of a word. ${MIN_LENGTH} to ${MAX_LENGTH} characters, with a word of at least 2 letters or digits, or one letter of these scripts. Of a long text the first words are found: about 350 different ones in English. 503 with \`Retry-After\` while the animals of an older version are being indexed.`,
} as const;

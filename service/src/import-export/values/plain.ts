const MARKS = /\p{M}+/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;
/** No phrase that an import understands is as long. One character may become 18. */
const MAX_LENGTH = 200;

/**
 * Returns a text in lower case, without accents, with its words separated by single spaces. Returns a text that is longer than
 * all phrases as it is.
 */
export function plain(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(SEPARATORS, ' ').trim();
}

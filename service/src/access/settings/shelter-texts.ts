// What visitors read about the shelter at the foot of the public pages.

const MAX_LINES = 6;
export const MAX_LINES_LENGTH = 300;
/** A part of what `shelterLinesFault` checks, for openapi.json: a text with a visible character, without control characters. */
export const LINES_PATTERN =
  '^[^\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f]*$';

/** Returns what is wrong with an address or with hours, as the end of a sentence; undefined if they are valid. */
export function shelterLinesFault(text: string): string | undefined {
  if (text.trim() === '') return 'must not be empty';
  if (!text.isWellFormed() || /[^\P{Cc}\n]/u.test(text)) return 'must be lines of text';
  return text.split('\n').length > MAX_LINES ? `must have at most ${MAX_LINES} lines` : undefined;
}

export const MAX_TELEPHONE_LENGTH = 40;
/** A number as people write it, such as "+1 (555) 010-0100". */
export const TELEPHONE_PATTERN = '^\\+?[0-9(][0-9 ()./-]*[0-9]$';
const TELEPHONE = new RegExp(TELEPHONE_PATTERN);

export function telephoneFault(text: string): string | undefined {
  return TELEPHONE.test(text) ? undefined : 'must be a telephone number, such as +1 555 010 0100';
}

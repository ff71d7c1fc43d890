/** A character that `textFault` accepts, as part of a regular expression. */
export const TEXT_CHARACTER = '[^\\x00]';
/** `textFault` as a pattern for openapi.json. Lone surrogates are only in the descriptions: few tools support them. */
export const TEXT_PATTERN = `^${TEXT_CHARACTER}*$`;
/** The same for a text that has at least one character that is not white space. */
export const CONTENT_PATTERN = `^${TEXT_CHARACTER}*[^\\s\\x00]${TEXT_CHARACTER}*$`;

/** Returns why a text cannot be stored and sent by every system, as the end of a sentence; undefined if it is valid. */
export function textFault(text: string): string | undefined {
  return text.isWellFormed() && !text.includes('\0')
    ? undefined
    : 'must not contain U+0000 or a lone surrogate';
}

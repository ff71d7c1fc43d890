/** Control characters, and characters that change the direction of text or break a line. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Escapes control characters other than the line feed, as `\u001b`: a terminal would execute escape sequences that come
 * from a file or the store. In the strings of a JSON document the escape denotes the same character.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)));
}

/** The same for a text that must stay on one line. */
export function printableLine(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

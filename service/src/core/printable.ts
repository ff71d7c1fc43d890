/** Control characters but the line feed, and what changes the direction of text or breaks a line. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * A text in which control characters are written as `\u001b`: escape sequences from a file or the store must not reach a
 * terminal, which would obey them. Inside the strings of a JSON document they mean the same character as before.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)));
}

/** The same for a text that must stay one line. */
export function printableLine(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

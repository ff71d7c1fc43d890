/** Returns the first `max` characters of a text on one line, which end with "…" if there are more. */
export function shortened(text: string, max: number): string {
  // A text of 10,000 spaces is not read to its end. The limit may leave only a half of the last character.
  const read = text
    .slice(0, 4 * max)
    .replace(/\p{Cs}/gu, '')
    .replace(/\s+/g, ' ');
  const characters = [...read.trim()];
  if (text.length <= 4 * max && characters.length <= max) return characters.join('');
  return `${characters.slice(0, max - 1).join('')}…`;
}

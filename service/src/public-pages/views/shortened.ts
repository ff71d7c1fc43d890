/** The longest name outside of its own heading. */
const MAX_NAME = 100;

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

/** Returns a name for places that repeat it: titles, links, the text of a picture, data for search engines. */
export function shortName({ name }: { readonly name: string }): string {
  return name.length <= MAX_NAME ? name : shortened(name, MAX_NAME);
}

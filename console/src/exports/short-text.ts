/** The part of a text that a sentence must fill to end it: less would be too little. */
const MIN_PART = 0.4;

/**
 * Returns the beginning of a description in one paragraph of at most `max` characters. It ends with a sentence if one ends
 * there, else with a whole word and "…".
 */
export function shortText(text: string, max: number): string {
  const paragraph = text.replace(/\s+/g, ' ').trim();
  const characters = [...paragraph];
  if (characters.length <= max) return paragraph;
  const beginning = characters.slice(0, max).join('');
  const sentences = /^.*[.!?…](?= )/.exec(beginning)?.[0] ?? '';
  if (sentences.length >= MIN_PART * max) return sentences;
  const end = beginning.lastIndexOf(' ');
  const words = end > 0 ? beginning.slice(0, end) : characters.slice(0, max - 1).join('');
  return `${words.replace(/[,;:]$/, '')}…`;
}

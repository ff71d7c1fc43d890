import type { PublishingWords } from '@petstore/client';

export type Word = PublishingWords['words'][number];

/** Returns the name of the field of a word in a form. */
export function nameOfField({ kind, categoryId, word }: Word): string {
  return `${kind} ${categoryId} ${word}`;
}

/** Returns the words of the site for a word of the shelter. Those of a breed are known with the species of its category. */
export function choicesFor({ kind, categoryId }: Word, { words, choices }: PublishingWords): string[] {
  if (kind === 'species') return choices.map(({ species }) => species);
  const species = words.find((one) => one.kind === 'species' && one.categoryId === categoryId)?.siteWord;
  const ofSpecies = choices.find((one) => one.species === species);
  if (ofSpecies === undefined) return [];
  return { breed: ofSpecies.breeds, color: ofSpecies.colors, coat: ofSpecies.coats }[kind];
}

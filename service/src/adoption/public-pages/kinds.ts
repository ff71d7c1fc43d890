import { wordsOf } from '../../catalogue/search/words.ts';
import { LANGUAGES } from '../../platform/core/languages.ts';
import { TEXTS } from './texts/language.ts';
import { type Kind, type KindWords, NAMED_KINDS, type NamedKind } from './texts/texts.ts';

/**
 * Returns the kind of the animals of a category, by a word of its name.
 *
 * @param category the name of the category; undefined if it has none.
 */
export function kindOf(category: string | undefined): Kind {
  return kindWith([...wordsOf(category ?? '')], 'words') ?? 'other';
}

/** Returns the kind that a category is named after and nothing else, such as "Dog" or "Dogs". */
export function plainKindOf(category: string | undefined): NamedKind | undefined {
  const words = [...wordsOf(category ?? '')];
  return words.length === 1 ? kindWith(words, 'plain') : undefined;
}

function kindWith(words: readonly string[], pattern: keyof KindWords): NamedKind | undefined {
  const isNamed = (kind: NamedKind) =>
    LANGUAGES.some((language) => words.some((word) => TEXTS[language].kindWords[kind][pattern].test(word)));
  return NAMED_KINDS.find(isNamed);
}

import { kindOf } from '../../import-export/values/kinds.ts';
import { speciesGroupOf } from '../../import-export/values/species-groups.ts';
import { plain } from '../../import-export/values/words.ts';
import type { Site, SpeciesWords } from '../sites/site.ts';
import { exactWord, guessWord } from './guess.ts';

export const WORD_KINDS = ['species', 'breed', 'color', 'coat'] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** A word of the shelter, for animals of one category. */
export interface ShelterWord {
  readonly kind: WordKind;
  readonly categoryId: bigint;
  /** The name of a category is not part of the key, so that it can be changed. */
  readonly word: string;
}

/** Returns the form in which a word is stored: the same for all ways to write it. */
export function storedWord({ kind, word }: Pick<ShelterWord, 'kind' | 'word'>): string {
  return kind === 'species' ? '' : plain(word);
}

export function keyOf(word: ShelterWord): string {
  return `${word.kind} ${word.categoryId} ${storedWord(word)}`;
}

const COLOR_SEPARATORS = /[,/&+;]|\s(?:and|with|y|con|et|avec|und|mit)\s/i;
const MAX_COLORS = 3;
const NO_WORDS: Omit<SpeciesWords, 'species'> = { breeds: [], colors: [], coats: [] };

/** What the words of an account are at one site: those that it has set, and otherwise the same word of the site. */
export class SiteMapping {
  readonly site: Site;
  readonly #set: ReadonlyMap<string, string>;
  readonly #categories: ReadonlyMap<bigint, string>;
  readonly #species = new Map<bigint, string | undefined>();

  /**
   * @param set the site's words by `keyOf`.
   * @param categories the names of categories.
   */
  constructor(site: Site, set: ReadonlyMap<string, string>, categories: ReadonlyMap<bigint, string>) {
    this.site = site;
    this.#set = set;
    this.#categories = categories;
  }

  /** The name of a category; empty if it has none. */
  nameOf(categoryId: bigint): string {
    return this.#categories.get(categoryId) ?? '';
  }

  /** The species of the site; undefined if the category is not mapped. */
  speciesOf(categoryId: bigint): string | undefined {
    if (!this.#species.has(categoryId)) this.#species.set(categoryId, this.#readSpecies(categoryId));
    return this.#species.get(categoryId);
  }

  #readSpecies(categoryId: bigint): string | undefined {
    const word = { kind: 'species', categoryId, word: '' } as const;
    return this.#set.get(keyOf(word)) ?? this.#sameSpecies(this.nameOf(categoryId));
  }

  /** In every language of the product, and in the plural. */
  #sameSpecies(name: string): string | undefined {
    if (name === '') return undefined;
    const kind = kindOf(name);
    const { words, otherSpecies = {} } = this.site;
    const same = words.find(({ species }) => plain(species) === plain(name) || kindOf(species) === kind);
    if (same !== undefined) return same.species;
    const other = Object.keys(otherSpecies).find((species) => kindOf(species) === kind);
    return other === undefined ? undefined : otherSpecies[other];
  }

  /** The site's word of a breed or a coat; undefined if it is not mapped. */
  wordOf(word: ShelterWord): string | undefined {
    if (word.kind === 'species') return this.speciesOf(word.categoryId);
    return this.#set.get(keyOf(word)) ?? exactWord(this.#listOf(word), word.word);
  }

  /** At most three colours: that of the whole text, or those of its parts. */
  colorsOf(categoryId: bigint, text: string): readonly string[] {
    const whole = this.wordOf({ kind: 'color', categoryId, word: text });
    if (whole !== undefined) return [whole];
    const parts = text.split(COLOR_SEPARATORS).map((part) => part.trim());
    const known = parts.flatMap((word) => this.wordOf({ kind: 'color', categoryId, word }) ?? []);
    return [...new Set(known)].slice(0, MAX_COLORS);
  }

  /** What the site's word could be; undefined if nothing is similar. */
  guessOf(word: ShelterWord): string | undefined {
    if (word.kind !== 'species') return guessWord(this.#listOf(word), word.word);
    const name = this.nameOf(word.categoryId);
    const group = speciesGroupOf(name);
    return this.#sameSpecies(name) ?? (group && this.site.speciesOfGroup[group]);
  }

  /** True if the site has words of this kind for the animals of the category. */
  hasWordsFor({ kind, categoryId }: Pick<ShelterWord, 'kind' | 'categoryId'>): boolean {
    return kind === 'species' || kind === 'breed' || this.#listOf({ kind, categoryId }).length > 0;
  }

  #listOf({ kind, categoryId }: Pick<ShelterWord, 'kind' | 'categoryId'>): readonly string[] {
    const species = this.speciesOf(categoryId);
    const lists = this.site.words.find((words) => words.species === species) ?? NO_WORDS;
    if (kind === 'breed') return lists.breeds;
    return kind === 'color' ? lists.colors : lists.coats;
  }
}

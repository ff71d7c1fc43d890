import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries } from '../../database/database.ts';
import { keyOf, type ShelterWord, type SiteMapping, WORD_KINDS } from '../mapping/site-mapping.ts';
import { readMappedWords } from '../mapping/word-queries.ts';
import { type WaitingAnimal, waitingAnimals } from './waiting-animals.ts';

/** A word of the shelter, with what it is at a site. */
export interface ListedWord extends ShelterWord {
  /** How many animals have it. */
  readonly animals: number;
  /** Null if it is not mapped. */
  readonly siteWord: string | null;
  /** What the site's word could be, if it is not mapped. */
  readonly guess: string | null;
}

/** A list with more words would help no one. */
const MAX_WORDS = 2_000;

/** Returns the words of an account: first those that are not mapped, and of these the species. */
export async function listWords(
  db: Queries,
  accountId: bigint,
  mapping: SiteMapping,
): Promise<readonly ListedWord[]> {
  const counted = new Map<string, ShelterWord & { animals: number }>();
  for (const { siteWord: _, ...word } of await readMappedWords(db, accountId, mapping.site.id))
    counted.set(keyOf(word), { ...word, animals: 0 });
  for await (const page of waitingAnimals(db, accountId)) {
    for (const animal of page) for (const word of wordsOf(animal, mapping)) count(counted, word);
    await nextTurn();
  }
  return [...counted.values()]
    .map((word) => listed(word, mapping))
    .sort(byNeed)
    .slice(0, MAX_WORDS);
}

/** A word is shown as the first animal has it. */
function count(counted: Map<string, ShelterWord & { animals: number }>, word: ShelterWord): void {
  const key = keyOf(word);
  const known = counted.get(key);
  counted.set(key, { ...(known?.animals ? known : word), animals: (known?.animals ?? 0) + 1 });
}

function wordsOf({ categoryId, profile }: WaitingAnimal, mapping: SiteMapping): ShelterWord[] {
  const { breed, secondBreed, color, coatLength } = profile;
  const words: ShelterWord[] = [{ kind: 'species', categoryId, word: mapping.nameOf(categoryId) }];
  const add = (kind: ShelterWord['kind'], word: string | undefined) => {
    if (word !== undefined && mapping.hasWordsFor({ kind, categoryId }))
      words.push({ kind, categoryId, word });
  };
  add('breed', breed);
  if (secondBreed !== breed) add('breed', secondBreed);
  add('color', color);
  add('coat', coatLength);
  return words;
}

function listed(word: ShelterWord & { animals: number }, mapping: SiteMapping): ListedWord {
  const siteWord =
    word.kind === 'color' ? mapping.colorsOf(word.categoryId, word.word)[0] : mapping.wordOf(word);
  const guess = siteWord === undefined ? mapping.guessOf(word) : undefined;
  const name = word.kind === 'species' ? mapping.nameOf(word.categoryId) : word.word;
  return { ...word, word: name, siteWord: siteWord ?? null, guess: guess ?? null };
}

function byNeed(one: ListedWord, other: ListedWord): number {
  return needOf(one) - needOf(other) || other.animals - one.animals || (keyOf(one) < keyOf(other) ? -1 : 1);
}

/** Without its species or its breed an animal is not sent. */
function needOf({ kind, siteWord }: ListedWord): number {
  return siteWord === null ? WORD_KINDS.indexOf(kind) : WORD_KINDS.length;
}

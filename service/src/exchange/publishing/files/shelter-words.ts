import { setImmediate as nextTurn } from 'node:timers/promises';
import { Pace } from '../../../platform/core/tasks/pace.ts';
import type { Queries } from '../../../platform/database/database.ts';
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
/** Of so many words those that are needed most are listed. No shelter has as many; a member could make one for each animal. */
const MAX_COUNTED = 10_000;

type CountedWord = ShelterWord & { readonly animals: number };

/** Returns the words of an account: first those that are not mapped, and of these the species. Other requests have their turns in between. */
export async function listWords(
  db: Queries,
  accountId: bigint,
  mapping: SiteMapping,
): Promise<readonly ListedWord[]> {
  const counted = new Map<string, CountedWord>();
  for (const { siteWord: _, ...word } of await readMappedWords(db, accountId, mapping.site.id))
    counted.set(keyOf(word), { ...word, animals: 0 });
  for await (const page of waitingAnimals(db, accountId)) {
    for (const animal of page) for (const word of wordsOf(animal, mapping)) count(counted, word);
    await nextTurn();
  }
  const pace = new Pace();
  const needed: NeededWord[] = [];
  for (const [key, word] of counted) {
    needed.push({ key, word, siteWord: siteWordOf(word, mapping) });
    if (pace.isDue) await pace.rest();
  }
  const words: ListedWord[] = [];
  // A guess compares a word with all of the site's.
  for (const one of needed.sort(byNeed).slice(0, MAX_WORDS)) {
    words.push(listed(one, mapping));
    if (pace.isDue) await pace.rest();
  }
  return words;
}

/** A word is shown as the first animal has it. */
function count(counted: Map<string, CountedWord>, word: ShelterWord): void {
  const key = keyOf(word);
  const known = counted.get(key);
  if (known === undefined && counted.size >= MAX_COUNTED) return;
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

interface NeededWord {
  readonly key: string;
  readonly word: CountedWord;
  readonly siteWord: string | undefined;
}

function siteWordOf(word: ShelterWord, mapping: SiteMapping): string | undefined {
  return word.kind === 'color' ? mapping.colorsOf(word.categoryId, word.word)[0] : mapping.wordOf(word);
}

function listed({ word, siteWord }: NeededWord, mapping: SiteMapping): ListedWord {
  const guess = siteWord === undefined ? mapping.guessOf(word) : undefined;
  const name = word.kind === 'species' ? mapping.nameOf(word.categoryId) : word.word;
  return { ...word, word: name, siteWord: siteWord ?? null, guess: guess ?? null };
}

function byNeed(one: NeededWord, other: NeededWord): number {
  const most = needOf(one) - needOf(other) || other.word.animals - one.word.animals;
  return most || (one.key < other.key ? -1 : 1);
}

/** Without its species or its breed an animal is not sent. */
function needOf({ word: { kind }, siteWord }: NeededWord): number {
  return siteWord === undefined ? WORD_KINDS.indexOf(kind) : WORD_KINDS.length;
}

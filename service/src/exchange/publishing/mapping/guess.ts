import { plain } from '../../import-export/values/words.ts';

// All comparisons ignore case, accents, punctuation, and words that only connect others.

// cspell:disable-next-line
const CONNECTORS = new Set(['and', 'with', 'the', 'y', 'con', 'et', 'avec', 'und', 'mit']);
// cspell:disable
/** Words of a mixed breed, in the languages of the product. */
const MIXED = new Set([
  ...['mix', 'mixed', 'cross', 'crossbreed', 'x', 'mutt'],
  ...['mezcla', 'mestizo', 'mestiza', 'cruce', 'cruzado', 'cruzada'],
  ...['croise', 'croisee', 'melange'],
  ...['mischling', 'mischlings', 'gemischt', 'kreuzung'],
]);
/** What shelters write for short. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  aussie: 'australian shepherd',
  bc: 'border collie',
  chi: 'chihuahua',
  dlh: 'domestic long hair',
  dmh: 'domestic medium hair',
  doxie: 'dachshund',
  dsh: 'domestic short hair',
  gsd: 'german shepherd dog',
  gsp: 'german shorthaired pointer',
  jrt: 'jack russell terrier',
  lab: 'labrador retriever',
  labrador: 'labrador retriever',
  longhair: 'long hair',
  mediumhair: 'medium hair',
  pit: 'pit bull terrier',
  pitbull: 'pit bull terrier',
  pittie: 'pit bull terrier',
  pug: 'pug',
  shorthair: 'short hair',
  staffy: 'staffordshire bull terrier',
  westie: 'west highland white terrier',
  yorkie: 'yorkshire terrier',
};
// cspell:enable
const MIN_PREFIX = 4;
/** So much of the shelter's word must be in the site's. */
const MIN_SHARE = 0.5;

interface Candidate {
  readonly word: string;
  readonly parts: readonly string[];
}

interface Index {
  /** By the whole word without spaces, and by each of the names that a stroke separates. */
  readonly exact: ReadonlyMap<string, string>;
  readonly candidates: readonly Candidate[];
}

/** The lists are data of the program, so that each is prepared once. */
const indexes = new WeakMap<readonly string[], Index>();

function indexOf(list: readonly string[]): Index {
  const known = indexes.get(list);
  if (known !== undefined) return known;
  const exact = new Map<string, string>();
  const add = (name: string, word: string) => {
    const key = wordsOf(name).join('');
    if (!exact.has(key)) exact.set(key, word);
  };
  for (const word of list) add(word, word);
  const names = Object.groupBy(
    list.flatMap((word) => namesIn(word).map((name) => ({ name, word }))),
    ({ name }) => wordsOf(name).join(''),
  );
  // A name of several words, such as "Belgian Shepherd", would choose one of them.
  for (const [first, ...others] of Object.values(names).flatMap((group) => (group ? [group] : [])))
    if (first !== undefined && others.length === 0) add(first.name, first.word);
  const index = { exact, candidates: list.map((word) => ({ word, parts: expanded(wordsOf(word)) })) };
  indexes.set(list, index);
  return index;
}

/** Returns "Westie" and the other name in "West Highland White Terrier / Westie", and in "Westie, West Highland White Terrier". */
function namesIn(word: string): readonly string[] {
  if (word.includes('(')) return [];
  const [first = '', ...others] = word.split(', ');
  // "Lop, English" is one name.
  const isTwoNames = others.length === 1 && others.some((name) => name.includes(' '));
  return isTwoNames ? [first, ...others] : word.split('/');
}

function wordsOf(text: string): string[] {
  return plain(text)
    .split(' ')
    .filter((word) => word !== '' && !CONNECTORS.has(word));
}

function expanded(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => (ABBREVIATIONS[word] ?? word).split(' ')))];
}

/** Returns true for a breed such as "Lab mix". */
export function isMixed(word: string): boolean {
  return plain(word)
    .split(' ')
    .some((part) => MIXED.has(part));
}

/** Returns the site's word that has the same letters, also without the words of a mixed breed. Undefined if there is none. */
export function exactWord(list: readonly string[], word: string): string | undefined {
  const { exact } = indexOf(list);
  const words = wordsOf(word);
  const unmixed = words.filter((part) => !MIXED.has(part));
  return exact.get(words.join('')) ?? (unmixed.length > 0 ? exact.get(unmixed.join('')) : undefined);
}

/** Returns the site's word that has most in common with a shelter's word; undefined if that is less than half of it. */
export function guessWord(list: readonly string[], word: string): string | undefined {
  const same = exactWord(list, word);
  if (same !== undefined) return same;
  const parts = expanded(wordsOf(word).filter((part) => !MIXED.has(part)));
  if (parts.length === 0) return isMixed(word) ? exactWord(list, 'Mixed Breed') : undefined;
  let best: { word: string; share: number; others: number } | undefined;
  for (const candidate of indexOf(list).candidates) {
    const found = parts.filter((part) => candidate.parts.some((other) => isSimilar(part, other))).length;
    const share = found / parts.length;
    const others = candidate.parts.length - found;
    const isBetter =
      best === undefined || share > best.share || (share === best.share && others < best.others);
    if (share >= MIN_SHARE && isBetter) best = { word: candidate.word, share, others };
  }
  return best?.word;
}

function isSimilar(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= MIN_PREFIX && long.startsWith(short);
}

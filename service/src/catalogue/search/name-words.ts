import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { jsonRows } from '../../platform/database/json-rows.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import {
  differenceOf,
  isComparable,
  lettersOf,
  MAX_ADDED,
  MAX_MISSING,
  trigramsOf,
} from './similar-words.ts';
import { wordsOf } from './words.ts';

// The words of names by their trigrams, each word once for all animals (docs/adr/0080). A word stays when no animal has it any
// more, so a search looks for the animals of each.

/** The words of one name that can be suggested. */
const MAX_WORDS = 10;
/** The trigrams of a search that are looked up. */
const MAX_TRIGRAMS = 14;
/** The words that are read for each trigram, the shortest first. */
const MAX_OF_TRIGRAM = 500;
/** The words that are compared: those that share the most trigrams. */
const MAX_COMPARED = 200;
/** The words that are returned. */
const MAX_SIMILAR = 5;

/** Records the words of new names. Call it in the transaction that writes them. */
export async function addNameWords(db: Queries, names: readonly string[]): Promise<void> {
  const words = new Set(names.flatMap((name) => [...wordsOf(name)].filter(isComparable).slice(0, MAX_WORDS)));
  if (words.size === 0) return;
  // In one order, so that concurrent transactions seldom wait for each other.
  const rows = [...words].sort().flatMap((word) => trigramsOf(word).map((part) => rowJson(part, word)));
  await insertion.all(db, { json: `[${rows}]` });
}

/** Words have letters and digits only, so they need no escapes. */
function rowJson(trigram: string, word: string): string {
  return `["${trigram}",${lettersOf(word)},"${word}"]`;
}

const insertion = new PreparedQuery(
  (db, { json }: { json: string }) => sql`
    insert into name_trigrams (trigram, letters, word)
    select trigram, letters, word
    from ${jsonRows(db, json, { trigram: 'text', letters: 'bigint', word: 'text' })} as added
    where true
    on conflict (trigram, letters, word) do nothing`,
);

interface SimilarWord {
  readonly word: string;
  /** As `differenceOf` returns it. */
  readonly difference: number;
}

/** Returns the words of names that are most like a word of a search, the most similar first; also itself, if a name has it. */
export function similarWords(db: Queries, searched: string): MaybePromise<readonly SimilarWord[]> {
  const letters = lettersOf(searched);
  const request = {
    trigrams: trigramsOf(searched).slice(0, MAX_TRIGRAMS),
    from: BigInt(letters - MAX_ADDED),
    to: BigInt(letters + MAX_MISSING),
  };
  return andThen(wordsWithTrigrams.all(db, request), (rows) =>
    rows
      .flatMap(({ word }): SimilarWord[] => {
        const difference = differenceOf(searched, word);
        return difference === undefined ? [] : [{ word, difference }];
      })
      .sort((one, other) => one.difference - other.difference)
      .slice(0, MAX_SIMILAR),
  );
}

const wordsWithTrigrams = new PreparedQuery(
  (_db, { trigrams, from, to }: { trigrams: readonly string[]; from: bigint; to: bigint }) => {
    const parts = trigrams.map(
      (trigram) => sql`select word from (select word from name_trigrams
        where trigram = ${trigram} and letters >= ${from} and letters <= ${to}
        order by letters, word limit ${sql.lit(MAX_OF_TRIGRAM)}) as words_of_trigram`,
    );
    return sql<{ word: string }>`select word from (${sql.join(parts, sql` union all `)}) as found
      group by word order by count(*) desc, word limit ${sql.lit(MAX_COMPARED)}`;
  },
);

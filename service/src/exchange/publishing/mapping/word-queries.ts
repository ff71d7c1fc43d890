import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { Site, SiteId } from '../sites/site.ts';
import { keyOf, type ShelterWord, SiteMapping, storedWord, type WordKind } from './site-mapping.ts';

/** A word of the shelter with the site's. */
export interface MappedWord extends ShelterWord {
  readonly siteWord: string;
}

const wordsOfSite = new PreparedQuery((db, { accountId, site }: { accountId: bigint; site: string }) =>
  db
    .selectFrom('publishing_words')
    .select(['kind', 'category_id', 'word', 'site_word'])
    .where('account_id', '=', accountId)
    .where('site', '=', site)
    .orderBy('kind')
    .orderBy('category_id')
    .orderBy('word'),
);

/** Returns what an account has set. */
export function readMappedWords(
  db: Queries,
  accountId: bigint,
  site: SiteId,
): MaybePromise<readonly MappedWord[]> {
  return andThen(wordsOfSite.all(db, { accountId, site }), (rows) =>
    rows.map(({ kind, category_id, word, site_word }) => ({
      kind: kind as WordKind, // this module has written it
      categoryId: category_id,
      word,
      siteWord: site_word,
    })),
  );
}

const categoryNames = new PreparedQuery((db) =>
  db.selectFrom('categories').select(['id', 'name']).where('name', 'is not', null),
);

/** Returns what the words of an account are at a site. */
export async function readMapping(db: Queries, accountId: bigint, site: Site): Promise<SiteMapping> {
  const words = await readMappedWords(db, accountId, site.id);
  const categories = await categoryNames.all(db, {});
  return new SiteMapping(
    site,
    new Map(words.map((word) => [keyOf(word), word.siteWord])),
    new Map(categories.map(({ id, name }) => [id, name ?? ''])),
  );
}

const deletion = new PreparedQuery((db, { accountId, site }: { accountId: bigint; site: string }) =>
  db.deleteFrom('publishing_words').where('account_id', '=', accountId).where('site', '=', site),
);

const insertion = new PreparedQuery((db, { rows }: { rows: ReadonlyArray<Tables['publishing_words']> }) =>
  db.insertInto('publishing_words').values(rows),
);
const ROWS = 100;

/** Replaces what an account has set. Of several ways to write a word the last one counts. */
export async function replaceWords(
  db: Queries,
  accountId: bigint,
  site: SiteId,
  words: readonly MappedWord[],
): Promise<void> {
  await deletion.all(db, { accountId, site });
  const rows = [...new Map(words.map((word) => [keyOf(word), word])).values()].map((word) => ({
    account_id: accountId,
    site,
    kind: word.kind,
    category_id: word.categoryId,
    word: storedWord(word),
    site_word: word.siteWord,
  }));
  for (let from = 0; from < rows.length; from += ROWS) {
    await insertion.all(db, { rows: rows.slice(from, from + ROWS) });
  }
}

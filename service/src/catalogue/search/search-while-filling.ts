import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { ListOrder } from '../../platform/http/responses/pagination.ts';
import type { SearchResult } from './search.ts';
import { type SearchProgress, searchProgress } from './search-progress.ts';
import type { SearchPage } from './search-query.ts';

const firstPet = new PreparedQuery((db) => db.selectFrom('pets').select('id').orderBy('id').limit(1));

/** The stores whose index is complete, which it stays. */
const complete = new WeakSet<Database>();

function missingIn(database: Database): MaybePromise<SearchProgress | undefined> {
  if (complete.has(database)) return undefined;
  return andThen(searchProgress(database.read), (missing) => {
    if (missing === undefined) complete.add(database);
    return missing;
  });
}

/** Returns how much of the index is filled, as a sentence; undefined if it is complete. */
export function fillingNote(database: Database): MaybePromise<string | undefined> {
  return andThen(missingIn(database), (missing) => {
    if (missing === undefined) return undefined;
    return andThen(firstPet.first(database.read, {}), (first) => {
      const firstId = first?.id ?? 1n;
      const all = missing.lastId - firstId + 1n;
      const percent = all > 0n ? (100n * (missing.nextId - firstId)) / all : 100n;
      return `The search is being filled, ${percent} %: it finds the other animals by their names only.`;
    });
  });
}

/** A search by words is in the order of the ids. */
type Page = Pick<SearchPage, 'after'> & { readonly order: ListOrder };

/** Both find the pets of a page. */
interface SearchMethods<P> {
  byIndex(page: P): MaybePromise<SearchResult>;
  byName(page: P): MaybePromise<SearchResult>;
}

/** Ids that are found by one method: all from the position of the page to `end`, or to the end of the list. */
interface Section {
  readonly method: keyof SearchMethods<unknown>;
  /** The last id. */
  readonly end?: bigint;
}

/**
 * Searches by the index, and by name among the pets of an older store that the index still lacks:
 *
 *     ids      1 ─────── nextId ─────── lastId ───────
 *     method     index           name          index
 *
 * A page ends with its section, unless nothing was found there.
 */
export function searchWhileFilling<P extends Page>(
  database: Database,
  page: P,
  methods: SearchMethods<P>,
): MaybePromise<SearchResult> {
  return andThen(missingIn(database), (missing) =>
    missing === undefined ? methods.byIndex(page) : searchSection(missing, page, methods),
  );
}

function searchSection<P extends Page>(
  missing: SearchProgress,
  page: P,
  methods: SearchMethods<P>,
): MaybePromise<SearchResult> {
  const { method, end } = sectionOf(missing, page);
  return andThen(methods[method](page), (found) => {
    if (end === undefined) return found;
    const cut = cutAt(found, end, page.order);
    const isNext = cut.ids.length === 0 && cut.examined === end;
    return isNext ? searchSection(missing, { ...page, after: end }, methods) : cut;
  });
}

function sectionOf({ nextId, lastId }: SearchProgress, { order, after }: Page): Section {
  const [first, second] = order === 'oldest first' ? [nextId - 1n, lastId] : [lastId + 1n, nextId];
  if (after === undefined || isBefore(after, first, order)) return { method: 'byIndex', end: first };
  return isBefore(after, second, order) ? { method: 'byName', end: second } : { method: 'byIndex' };
}

/** Leaves out what follows the end of a section. */
function cutAt({ ids, examined }: SearchResult, end: bigint, order: ListOrder): SearchResult {
  const inside = ids.filter((id) => !isBefore(end, id, order));
  const isInside = inside.length === ids.length && examined !== undefined && isBefore(examined, end, order);
  return { ids: inside, examined: isInside ? examined : end };
}

function isBefore(one: bigint, other: bigint, order: ListOrder): boolean {
  return order === 'oldest first' ? one < other : one > other;
}

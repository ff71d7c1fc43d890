import type { Fault } from './readers/row.ts';

/**
 * The counts of an import in the order of its report. `rows` is the total; the other counts, with the skipped and the
 * failed rows, add up to it.
 *
 * - `kept`: pets that this store exported; they differ from the file and stay unchanged.
 * - `held`: pets whose status an open order sets; other changes of their rows were applied.
 * - `deleted`: pets that were deleted from the catalogue earlier; they are not added again.
 * - `superseded`: rows for which another row with the same reference is newer, or has the same date and stands below.
 * - `older`: rows that are older than the one that an earlier import applied; they change nothing.
 */
export const ROW_COUNTS = [
  'rows',
  'created',
  'updated',
  'unchanged',
  'kept',
  'held',
  'deleted',
  'superseded',
  'older',
] as const;
export type RowCount = (typeof ROW_COUNTS)[number];

/** The effects of an import, or with `--dry-run` those that it would have. */
export interface ImportSummary extends Readonly<Record<RowCount, number>> {
  readonly skipped: readonly { readonly reason: string; readonly rows: number }[];
  readonly failed: CappedList<RowFault>;
  /** The skipped pets that are in the catalogue and stay there. */
  readonly left: CappedList<LeftPet>;
  /** The created pets without a reference, which the next import of the file adds again. */
  readonly withoutReference: number;
  /** The photos that were added, and those that an earlier import had added. */
  readonly photosAdded: number;
  readonly photosUnchanged: number;
  /** The rows with photos that were not added. Their pets count as those of other rows. */
  readonly photosFailed: CappedList<RowFault>;
  /** The movements that were added or changed, and those that the store had already. */
  readonly movementsAdded: number;
  readonly movementsChanged: number;
  readonly movementsUnchanged: number;
  /** The rows whose movement was not added. Their pets count as those of other rows. */
  readonly movementsFailed: CappedList<RowFault>;
  /** The rows whose animals go together with others from now on, or no longer; and those whose animals did already. */
  readonly bondsChanged: number;
  readonly bondsUnchanged: number;
  /** The rows whose animals cannot go together. The animals count as those of other rows. */
  readonly bondsFailed: CappedList<RowFault>;
}

/** The number of items, and the first of them. */
export interface CappedList<T> {
  readonly count: number;
  readonly first: readonly T[];
}

export interface RowFault {
  readonly line: number;
  readonly faults: readonly Fault[];
}

export interface LeftPet {
  readonly reference: string;
  readonly reason: string;
}

/** The items of a list that a summary has. */
export const MAX_LISTED = 100;

const OTHER_COUNTS = [
  'withoutReference',
  'photosAdded',
  'photosUnchanged',
  'movementsAdded',
  'movementsChanged',
  'movementsUnchanged',
  'bondsChanged',
  'bondsUnchanged',
] as const;
type Count = RowCount | (typeof OTHER_COUNTS)[number];

const NO_ROWS = { count: 0, first: [] };

/** Counts the effects of an import in bounded memory. */
export class ImportTally {
  readonly #counts = new Map<Count, number>();
  readonly #skipped = new Map<string, number>();
  readonly #failed = new CappedListBuilder<RowFault>();
  readonly #left = new CappedListBuilder<LeftPet>();
  readonly #photosFailed = new CappedListBuilder<RowFault>();
  readonly #movementsFailed = new CappedListBuilder<RowFault>();
  readonly #bondsFailed = new CappedListBuilder<RowFault>();

  count(what: Count, rows = 1): void {
    this.#counts.set(what, this.#of(what) + rows);
  }

  skip(reason: string, rows = 1): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + rows);
  }

  fail(fault: RowFault): void {
    this.#failed.add(fault);
  }

  failPhotos(fault: RowFault): void {
    this.#photosFailed.add(fault);
  }

  failMovement(fault: RowFault): void {
    this.#movementsFailed.add(fault);
  }

  failBond(fault: RowFault): void {
    this.#bondsFailed.add(fault);
  }

  leave(pet: LeftPet): void {
    this.#left.add(pet);
  }

  /** Creates a tally with the counts of a summary, which another process may have written. */
  static of(summary: ImportSummary): ImportTally {
    const tally = new ImportTally();
    // A summary of an earlier version lacks the counts that were added later.
    for (const name of ROW_COUNTS) tally.count(name, summary[name] ?? 0);
    for (const name of OTHER_COUNTS) tally.count(name, summary[name] ?? 0);
    for (const { reason, rows } of summary.skipped) tally.skip(reason, rows);
    tally.#failed.addList(summary.failed);
    tally.#left.addList(summary.left);
    tally.#photosFailed.addList(summary.photosFailed);
    tally.#movementsFailed.addList(summary.movementsFailed ?? NO_ROWS);
    tally.#bondsFailed.addList(summary.bondsFailed ?? NO_ROWS);
    return tally;
  }

  /** Adds the counts of another tally. */
  add(other: ImportTally): void {
    for (const [what, rows] of other.#counts) this.count(what, rows);
    for (const [reason, rows] of other.#skipped) this.skip(reason, rows);
    this.#failed.addList(other.#failed.list());
    this.#left.addList(other.#left.list());
    this.#photosFailed.addList(other.#photosFailed.list());
    this.#movementsFailed.addList(other.#movementsFailed.list());
    this.#bondsFailed.addList(other.#bondsFailed.list());
  }

  summary(): ImportSummary {
    const counts = Object.fromEntries(ROW_COUNTS.map((what) => [what, this.#of(what)]));
    return {
      ...(counts as Record<RowCount, number>), // it has a member for each of ROW_COUNTS
      skipped: [...this.#skipped].map(([reason, rows]) => ({ reason, rows })).sort((a, b) => b.rows - a.rows),
      failed: this.#failed.list(),
      left: this.#left.list(),
      withoutReference: this.#of('withoutReference'),
      photosAdded: this.#of('photosAdded'),
      photosUnchanged: this.#of('photosUnchanged'),
      photosFailed: this.#photosFailed.list(),
      movementsAdded: this.#of('movementsAdded'),
      movementsChanged: this.#of('movementsChanged'),
      movementsUnchanged: this.#of('movementsUnchanged'),
      movementsFailed: this.#movementsFailed.list(),
      bondsChanged: this.#of('bondsChanged'),
      bondsUnchanged: this.#of('bondsUnchanged'),
      bondsFailed: this.#bondsFailed.list(),
    };
  }

  #of(what: Count): number {
    return this.#counts.get(what) ?? 0;
  }
}

class CappedListBuilder<T> {
  readonly #first: T[] = [];
  #count = 0;

  add(item: T): void {
    if (this.#first.length < MAX_LISTED) this.#first.push(item);
    this.#count += 1;
  }

  addList({ count, first }: CappedList<T>): void {
    this.#first.push(...first.slice(0, MAX_LISTED - this.#first.length));
    this.#count += count;
  }

  list(): CappedList<T> {
    return { count: this.#count, first: [...this.#first] };
  }
}

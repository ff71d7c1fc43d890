import type { Fault } from './readers/row.ts';

/** What an import did, or with `--dry-run` would do. Each row of the file is counted once, in one of the counts. */
export interface ImportSummary {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Pets that this store exported and that differ from the file now; they stay as they are. */
  readonly kept: number;
  /** Pets whose status an open order decides; what else changed in their rows was applied. */
  readonly held: number;
  /** Pets that somebody deleted from the catalogue; they stay deleted. */
  readonly deleted: number;
  /** Rows that a later row of the same reference replaced. */
  readonly superseded: number;
  readonly skipped: readonly { readonly reason: string; readonly rows: number }[];
  readonly failed: Listed<RowFault>;
  /** Of the skipped: animals that are in the catalogue, and are left there. */
  readonly left: Listed<LeftPet>;
  /** Of the created: pets without a reference, which the next import of the file adds again. */
  readonly withoutReference: number;
}

/** How many there were, and the first of them. */
export interface Listed<T> {
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

const LISTED = 100;

type Count =
  | 'rows'
  | 'created'
  | 'updated'
  | 'unchanged'
  | 'kept'
  | 'held'
  | 'deleted'
  | 'superseded'
  | 'withoutReference';

/** Counts what an import does, within bounds whatever the file holds. */
export class ImportTally {
  readonly #counts = new Map<Count, number>();
  readonly #skipped = new Map<string, number>();
  readonly #failed = new Listing<RowFault>();
  readonly #left = new Listing<LeftPet>();

  count(what: Count, rows = 1): void {
    this.#counts.set(what, this.#of(what) + rows);
  }

  skip(reason: string, rows = 1): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + rows);
  }

  fail(fault: RowFault): void {
    this.#failed.add(fault);
  }

  leave(pet: LeftPet): void {
    this.#left.add(pet);
  }

  /** Adds what another tally counted. */
  add(other: ImportTally): void {
    for (const [what, rows] of other.#counts) this.count(what, rows);
    for (const [reason, rows] of other.#skipped) this.skip(reason, rows);
    this.#failed.addAll(other.#failed);
    this.#left.addAll(other.#left);
  }

  summary(): ImportSummary {
    return {
      rows: this.#of('rows'),
      created: this.#of('created'),
      updated: this.#of('updated'),
      unchanged: this.#of('unchanged'),
      kept: this.#of('kept'),
      held: this.#of('held'),
      deleted: this.#of('deleted'),
      superseded: this.#of('superseded'),
      skipped: [...this.#skipped]
        .map(([reason, rows]) => ({ reason, rows }))
        .sort((one, other) => other.rows - one.rows),
      failed: this.#failed.listed(),
      left: this.#left.listed(),
      withoutReference: this.#of('withoutReference'),
    };
  }

  #of(what: Count): number {
    return this.#counts.get(what) ?? 0;
  }
}

class Listing<T> {
  readonly #first: T[] = [];
  #count = 0;

  add(item: T): void {
    if (this.#first.length < LISTED) this.#first.push(item);
    this.#count += 1;
  }

  addAll(other: Listing<T>): void {
    this.#first.push(...other.#first.slice(0, LISTED - this.#first.length));
    this.#count += other.#count;
  }

  listed(): Listed<T> {
    return { count: this.#count, first: [...this.#first] };
  }
}

import { hasRemovedPets } from '../../catalogue/pets/removed-pets.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { MappedRow } from './mapping/row-validation.ts';
import { type AssignedIds, petInBin, readAssignedIds, recognise } from './recognition.ts';
import type { ImportTexts } from './texts/import-texts.ts';

/** Rows that are looked up together. */
const ROWS = 500;

interface RowsOfBinOptions {
  readonly ownerId: bigint;
  /** By default the ids that the store has assigned now. */
  readonly own?: AssignedIds | undefined;
  readonly texts: ImportTexts['row'];
}

/**
 * Finds the rows of pets in the bin while a file is read, for the list of failed rows, which has all cells of a row. The
 * transactions of the import decide again, because the bin may change before they run.
 */
export class RowsOfBin {
  readonly #db: Queries;
  readonly #ownerId: bigint;
  readonly #own: AssignedIds;
  readonly #texts: ImportTexts['row'];

  private constructor(db: Queries, own: AssignedIds, { ownerId, texts }: RowsOfBinOptions) {
    this.#db = db;
    this.#own = own;
    this.#ownerId = ownerId;
    this.#texts = texts;
  }

  /** Returns undefined if the bin is empty. */
  static async open(db: Queries, options: RowsOfBinOptions): Promise<RowsOfBin | undefined> {
    if (!(await hasRemovedPets(db))) return undefined;
    return new RowsOfBin(db, options.own ?? (await readAssignedIds(db)), options);
  }

  /** Returns the rows in their order, with those of pets in the bin as failed rows. */
  async fail(rows: readonly MappedRow[]): Promise<MappedRow[]> {
    const checked: MappedRow[] = [];
    for (let first = 0; first < rows.length; first += ROWS) {
      const some = rows.slice(first, first + ROWS);
      const recognised = await recognise(this.#db, this.#own, this.#ownerId, some);
      checked.push(
        ...some.map((row, index): MappedRow => {
          const petId = petInBin(recognised[index]);
          if (row.kind !== 'pet' || petId === undefined) return row;
          return { reference: row.reference, kind: 'failed', faults: [{ reason: this.#texts.inBin(petId) }] };
        }),
      );
    }
    return checked;
  }
}

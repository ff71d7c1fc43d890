import { ImportError, type SourceRow } from '../readers/row.ts';
import { readRows, type SourceFile } from '../readers/rows.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import { DateColumn, decideOrder, type OrderDecision } from '../values/date-order.ts';
import { type DateOrder, readDate } from '../values/dates.ts';
import { lookUp, textOf } from './cell.ts';
import { dateSources, type MappedSource, neededColumns, type PetMapping } from './mapping.ts';

/**
 * Returns the order of day and month in the dates of a file: the one that the mapping states, or else the one that the dates
 * prove, for which the whole file is read. Returns undefined if it does not matter.
 *
 * @throws {ImportError} if the dates prove both orders, or neither and it matters.
 */
export async function findDateOrder(
  file: SourceFile,
  mapping: PetMapping,
  { now, texts }: { now: number; texts: ImportTexts },
): Promise<DateOrder | undefined> {
  const sources = dateSources(mapping);
  if (mapping.dateOrder !== undefined || sources.length === 0) return mapping.dateOrder;
  const columns = new FileDates(sources, now);
  const { sheet, headerRow } = mapping;
  const reading = { columns: neededColumns(mapping), sheet, headerRow, texts };
  for await (const { header, rows } of readRows(file, reading)) {
    for (const row of rows) columns.add(row, header.names);
  }
  const decision = columns.decide();
  if (decision.kind === 'unknown') throw new ImportError(texts.file.dateOrderUnknown(decision.example));
  if (decision.kind === 'contradiction')
    throw new ImportError(texts.file.dateOrderContradiction(decision.dayFirst, decision.monthFirst));
  return decision.kind === 'proven' ? decision.order : undefined;
}

/** The dates of a file: those that are imported, and those of its other columns. */
class FileDates {
  readonly #sources: readonly MappedSource<unknown>[];
  readonly #now: number;
  readonly #imported = new DateColumn();
  readonly #others = new Map<string, DateColumn>();

  constructor(sources: readonly MappedSource<unknown>[], now: number) {
    this.#sources = sources;
    this.#now = now;
  }

  add({ line, values, ...row }: SourceRow, names: readonly string[]): void {
    const cells = row.cells();
    for (const source of this.#sources) {
      const text = textOf(source, values);
      // A text in a table of the mapping has its meaning there.
      if (lookUp(source.values, text) !== undefined) continue;
      this.#imported.add(readDate(text, this.#now), { line, column: source.column, text });
    }
    for (const [index, column] of names.entries()) {
      const text = cells[index] ?? '';
      if (text === '' || this.#sources.some((source) => source.column === column)) continue;
      const found = this.#others.get(column) ?? new DateColumn();
      this.#others.set(column, found);
      found.add(BEGINS_AS_DATE.test(text) ? readDate(text, this.#now) : undefined, { line, column, text });
    }
  }

  decide(): OrderDecision {
    return decideOrder([this.#imported.evidence], [...this.#others.values()]);
  }
}

/** Rejects most texts before they are read. Only such dates show an order. */
const BEGINS_AS_DATE = /^\s*\d{1,2}\s*[-/.]/;

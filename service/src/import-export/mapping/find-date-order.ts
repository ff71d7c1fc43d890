import { ImportError, type SourceRow } from '../readers/row.ts';
import { readRows, type SourceFile } from '../readers/rows.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import { DateOrderEvidence, decideOrder } from '../values/date-order.ts';
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
  const evidence = new DateOrderEvidence();
  const { sheet, headerRow } = mapping;
  for await (const { rows } of readRows(file, { columns: neededColumns(mapping), sheet, headerRow, texts })) {
    for (const row of rows) addDates(evidence, row, sources, now);
  }
  const decision = decideOrder([evidence.found]);
  if (decision.kind === 'unknown') throw new ImportError(texts.file.dateOrderUnknown(decision.example));
  if (decision.kind === 'contradiction')
    throw new ImportError(texts.file.dateOrderContradiction(decision.dayFirst, decision.monthFirst));
  return decision.kind === 'proven' ? decision.order : undefined;
}

/** A text in a table of the mapping has its meaning there. */
function addDates(
  evidence: DateOrderEvidence,
  { line, values }: SourceRow,
  sources: readonly MappedSource<unknown>[],
  now: number,
): void {
  for (const source of sources) {
    const text = textOf(source, values);
    const reading = lookUp(source.values, text) === undefined ? readDate(text, now) : undefined;
    if (reading !== undefined) evidence.add(reading, { line, column: source.column, text });
  }
}

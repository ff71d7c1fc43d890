import { MAX_IN_GROUP } from '../../../catalogue/pets/bonds/bonded-pets.ts';
import { int64FromDigits } from '../../../platform/core/int64.ts';
import { textFault } from '../../../platform/http/requests/text.ts';
import { formatOrigin, parseOrigin } from '../pet-origin.ts';
import { isBlank, isFormulaError, isShortenedNumber } from '../values/cell-texts.ts';
import { listIn } from '../values/lists.ts';
import { fail, ok, type Result, type RowContext, textOf, type Values } from './cell.ts';
import type { FieldSource, PetMapping } from './mapping.ts';
import { isExportedRow } from './row-identity.ts';

/** Longer lists are faults, for which it does not matter how long they are. */
const MAX_READ = MAX_IN_GROUP + 1;

/**
 * Reads the animals that the one of the row goes together with: their references, or in a row of an export their export ids. Undefined
 * if the row has no such column.
 */
export function readBonds(
  mapping: PetMapping,
  values: Values,
  context: RowContext,
): Result<readonly string[] | undefined> {
  const { goesTogetherWith: source } = mapping;
  if (source === undefined || !hasColumn(source, values)) return ok(undefined);
  const isExported = isExportedRow(mapping, values);
  // Only rows of an export have an identity then.
  if (mapping.exported !== undefined && !isExported) return ok(undefined);
  const text = textOf(source, values);
  if (isBlank(text)) return ok([]);
  const { texts } = context;
  if (isFormulaError(text)) return fail(source, texts.formulaError(text));
  const named = listIn(text).slice(0, MAX_READ);
  // A decimal comma would divide one.
  const shortened = [text, ...named].find(isShortenedNumber);
  if (shortened !== undefined) return fail(source, texts.shortenedNumber(shortened));
  const fault = textFault(text);
  if (fault !== undefined) return fail(source, fault);
  return isExported ? exportIds(mapping, source, named, values, context) : ok(named);
}

function hasColumn({ column, fallback = column }: FieldSource, values: Values): boolean {
  return values.has(column) || values.has(fallback);
}

/** An export names animals by their ids in the store that wrote it. */
function exportIds(
  { exported }: PetMapping,
  source: FieldSource,
  named: readonly string[],
  values: Values,
  { texts }: RowContext,
): Result<readonly string[]> {
  const storeId = exported === undefined ? '' : textOf(exported.store, values);
  const ids = named.flatMap((digits) => int64FromDigits(digits) ?? []);
  if (ids.length < named.length) return fail(source, texts.notAsExported);
  return ok(ids.map((petId) => formatOrigin({ storeId, petId })));
}

/** Returns how the file names an animal of `readBonds`. */
export function nameInFile(named: string): string {
  return String(parseOrigin(named)?.petId ?? named);
}

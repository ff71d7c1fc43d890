import { int64FromDigits } from '../../../platform/core/int64.ts';
import { textFault } from '../../../platform/http/requests/text.ts';
import { ESCAPED_BY_APOSTROPHE, unescapeFormula } from '../exports/formulas.ts';
import { formatOrigin, isStoreId, parseOrigin } from '../pet-origin.ts';
import { isBlank, isFormulaError, isShortenedNumber } from '../values/cell-texts.ts';
import { dateIn, readDate } from '../values/dates.ts';
import { fail, ok, type Result, type RowContext, textOf, type Values } from './cell.ts';
import { type PetMapping, rowDatesOf } from './mapping.ts';

/** Identifies the pet of a row of an export; both members are written by `formatOrigin`. */
interface ExportedRow {
  /** Its id in the store that wrote the file. */
  readonly exportId: string;
  /** Its id in the store that first exported it. */
  readonly origin: string;
}

/** Identifies the pet of a row, and the row among those of this pet. */
export interface RowIdentity {
  readonly reference: string | null;
  /** Set in a row of an export. */
  readonly exported?: ExportedRow;
  /** The time of what the row records: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM:SS`; absent if the row has no date. */
  readonly date?: string;
}

export const NO_IDENTITY: RowIdentity = { reference: null };

const MAX_REFERENCE_LENGTH = 1000;

/** Returns true for a row that an export of a Petstore wrote. Other files may have columns with the same names. */
export function isExportedRow({ exported }: PetMapping, values: Values): boolean {
  return exported !== undefined && isStoreId(textOf(exported.store, values));
}

/** Returns the values of a row of an export without the apostrophes that the export put before formulas. */
export function unescaped(mapping: PetMapping, values: Values): Values {
  const { exported, name, reference } = mapping;
  if (exported === undefined || textOf(exported.escaped, values) !== ESCAPED_BY_APOSTROPHE) return values;
  if (!isExportedRow(mapping, values)) return values;
  const texts = [name, reference].flatMap((source): [string, string][] =>
    source === undefined ? [] : [[source.column, unescapeFormula(textOf(source, values))]],
  );
  return new Map([...values, ...texts]);
}

/** Returns the identity of a row that could be read only in part. */
export function identityOf(mapping: PetMapping, values: Values, context: RowContext): RowIdentity {
  const identity = readIdentity(mapping, unescaped(mapping, values), context);
  return identity.ok ? identity.value : NO_IDENTITY;
}

export function readIdentity(mapping: PetMapping, values: Values, context: RowContext): Result<RowIdentity> {
  const { exported: columns } = mapping;
  const { texts } = context;
  const reference = readReference(mapping, values, texts);
  if (columns === undefined) return withDate(mapping, values, context, reference);
  if (!isExportedRow(mapping, values)) return ok(NO_IDENTITY);
  const storeId = textOf(columns.store, values);
  const petId = int64FromDigits(textOf(columns.id, values));
  if (petId === undefined) return fail(columns.id, texts.notAsExported);
  const exportId = formatOrigin({ storeId, petId });
  const origin = textOf(columns.origin, values) || exportId;
  if (parseOrigin(origin) === undefined) return fail(columns.origin, texts.originNotAsExported);
  return reference.ok ? ok({ reference: reference.value, exported: { exportId, origin } }) : reference;
}

/** Without a date that can be read, the row has the identity alone; the field that has the date fails. */
function withDate(
  mapping: PetMapping,
  values: Values,
  { now, dateOrder }: RowContext,
  reference: Result<string | null>,
): Result<RowIdentity> {
  if (!reference.ok) return reference;
  const text = rowDatesOf(mapping)
    .map((source) => textOf(source, values))
    .find((one) => !isBlank(one));
  const reading = text === undefined ? undefined : readDate(text, now);
  const day = reading && dateIn(reading, dateOrder);
  if (reading === undefined || day === undefined) return ok({ reference: reference.value });
  return ok({
    reference: reference.value,
    date: reading.time === undefined ? day : `${day}T${reading.time}`,
  });
}

function readReference(
  { reference: source, exported }: PetMapping,
  values: Values,
  texts: RowContext['texts'],
): Result<string | null> {
  const text = source === undefined ? '' : textOf(source, values);
  if (source === undefined || text === '') return ok(null);
  if (exported === undefined) {
    if (isBlank(text)) return ok(null);
    if (isFormulaError(text)) return fail(source, texts.formulaError(text));
    if (isShortenedNumber(text)) return fail(source, texts.shortenedNumber(text));
  }
  if (text.length > MAX_REFERENCE_LENGTH) return fail(source, texts.tooLong(MAX_REFERENCE_LENGTH));
  const fault = textFault(text);
  return fault === undefined ? ok(text) : fail(source, fault);
}

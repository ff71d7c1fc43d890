import { profileFault } from '../../../catalogue/listings/profile-checks.ts';
import { isPetStatus, PET_STATUSES, type PetStatus } from '../../../catalogue/pets/pet.ts';
import { quote } from '../../../platform/core/errors.ts';
import { int64FromDigits, int64FromJson } from '../../../platform/core/int64.ts';
import { JsonError, type JsonObject, jsonFault, parseJson } from '../../../platform/core/json.ts';
import { IMPORTED_FIELDS, type ImportedField } from '../imported-profile.ts';
import { EN } from '../texts/en.ts';
import { DATE_ORDERS } from '../values/dates.ts';
import type { Values } from './cell.ts';
import type { FieldSource, PetMapping, PhotosSource, ProfileSource } from './mapping.ts';
import {
  expecting,
  type Report,
  readMappedSource,
  readObject,
  readSource,
  type ValueParser,
} from './mapping-members.ts';
import { readMovementSources } from './movement-sources.ts';
import { profileValue, readField } from './profile-mapping.ts';
import { readCategoryId, readStatus } from './row-validation.ts';

/** A mapping file is invalid. The message has a line for each error. */
export class MappingError extends Error {
  override name = 'MappingError';
}

export const MAX_MAPPING_BYTES = 4 * 1024 * 1024;

/**
 * Parses a mapping file. It is a JSON object:
 *
 *     {
 *       "reference": { "column": "animal_id" },
 *       "name": { "column": "name", "fallback": "animal_id" },
 *       "categoryId": { "column": "animal_type", "values": { "Dog": 1, "Cat": 2 } },
 *       "status": {
 *         "column": "outcome_type",
 *         "values": { "Adoption": "sold", "Transfer": "available" },
 *         "skip": { "Died": "not for adoption: Died", "": "not for adoption: no outcome" }
 *       },
 *       "breed": { "column": "breed" },
 *       "sex": { "column": "sex", "values": { "M": "male", "F": "female", "?": null } },
 *       "adoptionFee": { "column": "fee", "currency": "USD" },
 *       "intakeDate": { "column": "intake_date" },
 *       "rowDate": { "column": "outcome_date" },
 *       "dateOrder": "month-first",
 *       "photos": { "column": "pictures", "separator": ";" },
 *       "goesTogetherWith": { "column": "bonded_with" },
 *       "movement": {
 *         "type": { "constant": "outcome" },
 *         "reason": { "column": "outcome_type", "values": { "Adoption": "adoption", "Died": "died" } },
 *         "date": { "column": "outcome_date" }
 *       }
 *     }
 *
 * - `name` and `categoryId` are required. Without `status`, pets have no status. Without `reference`, each import adds
 *   each pet again.
 * - `column` is a column of a table or a member of NDJSON objects. If it is empty, `fallback` is read. `constant` is the text
 *   that every row has, in place of a column.
 * - `skip` maps values to the reason for which their rows are skipped. The summary counts rows by reason.
 * - `values` maps values to an int64 for `categoryId` (a number, or its digits as a text), or to a status or null for `status`. The keys of `categoryId`
 *   become the names of the categories. A row with a value in neither `values` nor `skip` fails. Without `values`, the
 *   column contains the id, or a word that `values/vocabulary.ts` understands.
 * - `rowDate` is the day of what the row records; by default that of the last `movement`, then `intakeDate`. Of several rows with one reference, the
 *   newest counts, and a row that is older than the one of an earlier import changes nothing.
 * - `dateOrder` is `day-first` or `month-first`. It is needed if the dates of the file do not show it.
 * - `sheet` is the name of a sheet; by default the first that is not hidden. `headerRow` is the line that names the columns; by
 *   default the first that has the columns of the mapping.
 * - `photos` has names of files in a folder, with an optional `separator`. It requires `reference`.
 * - `goesTogetherWith` has the references of other animals, with commas, semicolons, vertical bars or lines between them. It requires
 *   `reference`.
 * - `movement` is what each row records: an intake, an outcome or a stay in foster care, with its reason, day, and optionally `endDate`,
 *   `region` and `note`. Every row counts, also one that a newer one supersedes. The status then follows, so `status` can be left out.
 *   It requires `reference`. A list of such objects is what one row records, such as an intake and the outcome after it. A row whose
 *   reason has null in `values` does not record that movement.
 * - The other members are fields of a profile, without `skip`. `values` maps to values of the field, or to null for a field
 *   that is not set, like an empty column. `adoptionFee` has amounts, and their `currency`.
 *
 * @throws {MappingError} with one line for each error.
 */
export function parseMapping(text: string): PetMapping {
  const faults: string[] = [];
  const mapping = readMapping(readJson(text), (fault) => faults.push(fault));
  if (mapping === undefined || faults.length > 0) throw new MappingError(faults.join('\n'));
  return mapping;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new MappingError(jsonFault(error), { cause: error });
  }
}

const FIELDS = [
  'reference',
  'name',
  'categoryId',
  'status',
  ...IMPORTED_FIELDS,
  'rowDate',
  'photos',
  'goesTogetherWith',
  'movement',
];
const FILE_MEMBERS = ['dateOrder', 'sheet', 'headerRow'];

function readMapping(value: unknown, report: Report): PetMapping | undefined {
  const fields = readObject(value, 'the mapping', [...FIELDS, ...FILE_MEMBERS], report);
  if (fields === undefined) return undefined;
  const reference = readSource(fields, 'reference', report);
  const name = readSource(fields, 'name', report);
  const categoryId = readMappedSource(fields, 'categoryId', CATEGORY_ID, report);
  const status = readMappedSource(fields, 'status', STATUS, report);
  const sources = IMPORTED_FIELDS.flatMap((field) => readProfileSource(fields, field, report) ?? []);
  const profile = sources.length > 0 ? sources : undefined;
  const photos = readPhotosSource(fields, report);
  const goesTogetherWith = readBondSource(fields, report);
  const movements = readMovementSources(fields, report);
  const rowDate = readSource(fields, 'rowDate', report, ['column', 'fallback']);
  const ofFile = readFileMembers(fields, report);
  for (const field of ['name', 'categoryId']) {
    if (fields[field] === undefined)
      report(`${field} is missing: set its column, such as "${field}": {"column": "..."}`);
  }
  if (name === undefined || categoryId === undefined) return undefined;
  const ofPet = { reference, name, categoryId, status, profile, photos, goesTogetherWith };
  const mapping = { ...ofPet, movements, rowDate, ...ofFile };
  reportConstants(mapping, report);
  return mapping;
}

function readFileMembers({ dateOrder, sheet, headerRow }: JsonObject, report: Report): Partial<PetMapping> {
  const order = DATE_ORDERS.find((one) => one === dateOrder);
  if (dateOrder !== undefined && order === undefined)
    report(`dateOrder ${expecting(DATE_ORDERS.map(quote).join(' or '))(dateOrder)}`);
  const isName = typeof sheet === 'string' && sheet !== '';
  if (sheet !== undefined && !isName) report(`sheet ${expecting('the name of a sheet')(sheet)}`);
  const row = headerRow === undefined ? undefined : int64FromJson(headerRow);
  if (headerRow !== undefined && (row === undefined || row < 1n || row > MAX_HEADER_ROW))
    report(`headerRow ${expecting(`an integer between 1 and ${MAX_HEADER_ROW}`)(headerRow)}`);
  return {
    dateOrder: order,
    sheet: isName ? sheet : undefined,
    headerRow: row === undefined ? undefined : Number(row),
  };
}

/** A constant that cannot be read would fail every row. */
function reportConstants({ categoryId, status, profile = [] }: PetMapping, report: Report): void {
  const texts = EN.row;
  const context = { now: Date.UTC(9999, 0), texts };
  const results = [
    categoryId.constant !== undefined && {
      field: 'categoryId',
      result: readCategoryId(categoryId, NO_VALUES, texts),
    },
    status?.constant !== undefined && { field: 'status', result: readStatus(status, NO_VALUES, texts) },
    ...profile
      .filter(({ constant }) => constant !== undefined)
      .map((source) => ({ field: source.field, result: readField(source, NO_VALUES, context) })),
  ];
  for (const read of results) {
    if (read !== false && !read.result.ok) report(`${read.field}.constant ${read.result.fault.reason}`);
  }
}

const NO_VALUES: Values = new Map();
const MAX_HEADER_ROW = 1000n;

function readBondSource(fields: JsonObject, report: Report): FieldSource | undefined {
  const source = readSource(fields, 'goesTogetherWith', report, ['column', 'fallback']);
  if (source !== undefined && fields.reference === undefined)
    report('goesTogetherWith needs the member reference');
  return source;
}

function readPhotosSource(fields: JsonObject, report: Report): PhotosSource | undefined {
  const source = readSource(fields, 'photos', report, ['column', 'fallback', 'separator']);
  if (source === undefined) return undefined;
  const { separator } = fields.photos as { separator?: unknown }; // `readSource` checked that it is an object
  const isText = typeof separator === 'string' && separator.trim() !== '';
  if (separator !== undefined && !isText) {
    report(`photos.separator ${expecting('a non-empty string')(separator)}`);
  }
  // Without it, an import adds each pet again, and could not know which photos it has.
  if (fields.reference === undefined) report('photos needs the member reference');
  return { ...source, separator: isText ? separator : undefined };
}

const CATEGORY_ID: ValueParser<bigint> = {
  parse: (value) => (typeof value === 'string' ? int64FromDigits(value) : int64FromJson(value)),
  fault: expecting('an integer between -2^63 and 2^63-1'),
};

const STATUS: ValueParser<PetStatus | null> = {
  parse: (value) => (value === null || (typeof value === 'string' && isPetStatus(value)) ? value : undefined),
  fault: expecting(`${PET_STATUSES.map(quote).join(', ')} or null`),
};

const PROFILE_MEMBERS = ['column', 'fallback', 'constant', 'values'];

function readProfileSource(
  fields: JsonObject,
  field: ImportedField,
  report: Report,
): ProfileSource | undefined {
  const isFee = field === 'adoptionFee';
  const members = isFee ? [...PROFILE_MEMBERS, 'currency'] : PROFILE_MEMBERS;
  const { currency } = { ...(fields[field] as { currency?: unknown } | undefined) };
  const faultOf = (value: unknown) => (value === null ? undefined : profileFault(field, value));
  const currencyFault = isFee && fields[field] !== undefined && faultOf({ amount: '0', currency });
  if (currencyFault) report(`adoptionFee.currency ${currencyFault}`);
  const parser: ValueParser<string | boolean | null> = {
    parse: (value) =>
      isPlain(value) && faultOf(profileValue({ field, currency: 'USD' }, value)) === undefined
        ? value
        : undefined,
    fault: (value) => faultOf(profileValue({ field, currency: 'USD' }, value)) ?? expecting('a text')(value),
  };
  const source = readMappedSource(fields, field, parser, report, members);
  return source && { ...source, field, currency: typeof currency === 'string' ? currency : undefined };
}

function isPlain(value: unknown): value is string | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

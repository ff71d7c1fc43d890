import type { Category, ImportPreview } from '@petstore/client';
import { withLabel } from '../../texts/french.ts';
import {
  type Answers,
  columnOf,
  dateQuestion,
  hasMovements,
  meaningOf,
  type PreviewColumn,
  valuesFor,
} from './answers.ts';
import { FIELD_LABELS } from './field-names.ts';
import {
  FIELDS,
  type Field,
  isReasonField,
  isWordField,
  type Meaning,
  MOVEMENTS,
  type ReasonField,
  SKIP,
  type WordField,
} from './fields.ts';
import { guessedSource } from './guessed-source.ts';
import { TEXTS } from './matching-texts.ts';

interface Source {
  column?: string;
  constant?: string;
  fallback?: string;
  currency?: string | undefined;
  values?: Record<string, Meaning>;
  skip?: Record<string, string>;
}

/** The fields that have no member of their own in a mapping. */
const MOVEMENT_DATES = ['fosterDate', 'fosterEndDate', 'outcomeDate'] as const;
type MovementField = ReasonField | (typeof MOVEMENT_DATES)[number];

function isMovementField(field: Field): field is MovementField {
  return isReasonField(field) || MOVEMENT_DATES.some((date) => date === field);
}

/** A mapping of an import, in the format of a mapping file. */
export type Mapping = Partial<Record<Exclude<Field, MovementField>, Source>> & {
  movement?: { type: Source; reason?: Source; date: Source; endDate?: Source }[];
  dateOrder?: string;
  sheet?: string;
  headerRow?: number;
};

export type KnownCategory = Pick<Category, 'id' | 'name'>;

/** Returns the mapping for what the user has chosen. The service has understood every value. */
export function mappingOf(
  preview: ImportPreview,
  answers: Answers,
  categories: readonly KnownCategory[],
): Mapping {
  const sources = FIELDS.flatMap((field) => {
    const column = columnOf(preview, field, answers);
    return column === undefined || isMovementField(field)
      ? []
      : [[field, sourceOf(field, column, preview, answers)] as const];
  });
  const mapping: Mapping = Object.fromEntries(sources);
  const { kind, status } = answers;
  if (mapping.categoryId === undefined && kind !== undefined)
    mapping.categoryId = constantKind(kind, categories);
  const isChosen = mapping.status === undefined && typeof status === 'string';
  // How they left decides which of them are adopted.
  if (isChosen && !(status === 'sold' && hasMovements(answers))) mapping.status = { constant: status };
  const movement = movementsOf(preview, answers);
  if (movement.length > 0) mapping.movement = movement;
  const question = dateQuestion(preview, answers);
  const order = question?.contradiction ? undefined : (question?.proven ?? answers.dateOrder);
  if (question !== undefined && order !== undefined) mapping.dateOrder = order;
  if (preview.sheets.length > 1 && preview.sheet !== undefined) mapping.sheet = preview.sheet;
  if (preview.headerRow > 1) mapping.headerRow = preview.headerRow;
  return mapping;
}

function movementsOf(preview: ImportPreview, answers: Answers): NonNullable<Mapping['movement']> {
  const find = (field: Field | undefined) => field && columnOf(preview, field, answers);
  return MOVEMENTS.flatMap(({ type, reason: field, date, endDate }) => {
    const [reason, day, end] = [find(field), find(date), find(endDate)];
    if (day === undefined || (field !== undefined && reason === undefined)) return [];
    return [
      {
        type: { constant: type },
        ...(field &&
          reason && { reason: { column: reason.name, ...wordTables(field, reason, preview, answers) } }),
        date: { column: day.name },
        ...(end && { endDate: { column: end.name } }),
      },
    ];
  });
}

function sourceOf(field: Field, column: PreviewColumn, preview: ImportPreview, answers: Answers): Source {
  const source: Source = { column: column.name };
  const { reference } = answers.fields;
  if (field === 'name' && reference !== undefined) return { ...source, fallback: reference };
  if (field === 'categoryId')
    return { ...source, values: { ...guessedIds(column), ...unlistedIds(preview, column) } };
  if (field === 'adoptionFee') return { ...source, currency: answers.currency };
  return isWordField(field) ? { ...source, ...wordTables(field, column, preview, answers) } : source;
}

function guessedIds({ values }: PreviewColumn): Record<string, string> {
  return Object.fromEntries(
    values.flatMap(({ text, categoryId }) => (categoryId === undefined ? [] : [[text, categoryId]])),
  );
}

/** Returns the ids that the service has guessed: also of kinds that the preview does not list. */
function unlistedIds(preview: ImportPreview, { name }: PreviewColumn): Record<string, Meaning> {
  const guess = guessedSource(preview, 'categoryId');
  return guess?.column === name ? Object.fromEntries(guess.values) : {};
}

function wordTables(
  field: WordField,
  column: PreviewColumn,
  preview: ImportPreview,
  answers: Answers,
): Pick<Source, 'values' | 'skip'> {
  // Without a table, the service understands the values that are not listed as it understood these.
  const isUnderstood = field !== 'status' && !isReasonField(field);
  if (column.hasMore && answers.meanings[field] === undefined && isUnderstood) return {};
  const decided = valuesFor(field, column).flatMap((value) => {
    const meaning = meaningOf(field, value, answers);
    return meaning === undefined ? [] : [[value.text, meaning] as const];
  });
  const skipped = decided.filter(([, meaning]) => meaning === SKIP);
  const unlisted = unlistedGuesses(preview, field, column);
  const skip = [
    ...unlisted.skip,
    ...skipped.map(([text]) => [text, whySkipped(field, text, column, preview)] as const),
  ];
  return {
    values: Object.fromEntries([...unlisted.values, ...decided.filter(([, meaning]) => meaning !== SKIP)]),
    ...(skip.length > 0 && { skip: Object.fromEntries(skip) }),
  };
}

/** As the service has explained it in the preview, if it was not the choice of the user. */
function whySkipped(field: WordField, text: string, { name }: PreviewColumn, preview: ImportPreview): string {
  if (!isReasonField(field)) return TEXTS.skipped(text);
  const guess = guessedSource(preview, field);
  const reason = guess?.column === name ? guess.skip.get(text) : undefined;
  return reason ?? withLabel(FIELD_LABELS[field], text);
}

/** The preview lists the most frequent values. The others mean what the service has guessed. */
function unlistedGuesses(preview: ImportPreview, field: WordField, { name, values }: PreviewColumn) {
  const guess = guessedSource(preview, field);
  if (guess?.column !== name) return { values: [], skip: [] };
  const listed = new Set(values.map(({ text }) => text));
  const isUnlisted = ([text]: readonly [string, unknown]) => !listed.has(text);
  return { values: [...guess.values].filter(isUnlisted), skip: [...guess.skip].filter(isUnlisted) };
}

/** Returns the name of each category by its id: of a new one, the first value that names it. */
export function kindNames(
  mapping: Mapping | undefined,
  categories: readonly KnownCategory[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [text, id] of Object.entries(mapping?.categoryId?.values ?? {})) {
    if (!names.has(String(id))) names.set(String(id), text);
  }
  for (const { id, name } of categories) if (name !== undefined) names.set(String(id), name);
  return names;
}

/** A kind that is a category is this category; another one is new, and has the next number. */
function constantKind(kind: string, categories: readonly KnownCategory[]): Source {
  const name = kind.trim();
  const isSame = (category: KnownCategory) => category.name?.toLowerCase() === name.toLowerCase();
  const last = categories.reduce((highest, { id }) => (id > highest ? id : highest), 0n);
  const id = categories.find(isSame)?.id ?? last + 1n;
  return { constant: name, values: { [name]: String(id) } };
}

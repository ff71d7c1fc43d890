import { futureFault, PROFILE_FORMATS } from '../../../catalogue/listings/profile-fields.ts';
import {
  isTransfer,
  type MovementFields,
  REASONS,
  statusAfter,
} from '../../../catalogue/pets/movements/movement.ts';
import { MAX_NOTE } from '../../../catalogue/pets/movements/movement-schemas.ts';
import { lastOf } from '../../../catalogue/pets/movements/stay-rules.ts';
import type { PetStatus } from '../../../catalogue/pets/pet.ts';
import {
  MOVEMENT_TYPES,
  type MovementReason,
  type MovementType,
  REGIONS,
  type Region,
} from '../../../platform/database/column-values.ts';
import { isBlank } from '../values/cell-texts.ts';
import { dateIn, readDate } from '../values/dates.ts';
import { fail, lookUp, ok, type Result, type RowContext, textOf, type Values } from './cell.ts';
import type { FieldSource, MappedSource, MovementSources } from './mapping.ts';

/** A movement that a row records. */
export interface ImportedMovement extends MovementFields {
  /** The second of the day, by which the movements of a day are ordered; 0 if the file has no time. */
  readonly dayOrder: number;
}

/** Reads the movements of a row in their order, or the first thing that is wrong with them. */
export function readMovements(
  all: readonly MovementSources[],
  values: Values,
  context: RowContext,
): Result<ImportedMovement[]> {
  const movements: ImportedMovement[] = [];
  for (const sources of all) {
    const read = readMovement(sources, values, context);
    if (!read.ok) return read;
    if (read.value === undefined) continue;
    const before = movements.at(-1);
    if (before !== undefined && isBefore(read.value, before))
      return fail(sources.date, context.texts.endBeforeBeginning(before.date));
    movements.push(read.value);
  }
  return ok(movements);
}

/** A movement without a time can be at any time of its day. */
function isBefore(one: ImportedMovement, other: ImportedMovement): boolean {
  if (one.date !== other.date) return one.date < other.date;
  return one.dayOrder !== 0 && one.dayOrder < other.dayOrder;
}

function readMovement(
  sources: MovementSources,
  values: Values,
  context: RowContext,
): Result<ImportedMovement | undefined> {
  const { texts } = context;
  const type = readWord(sources.type, values, MOVEMENT_TYPES, texts);
  if (!type.ok) return type;
  const reason = readReason(sources, type.value, values, texts);
  if (!reason.ok) return reason;
  if (reason.value === null && type.value !== 'foster') return ok(undefined);
  if (lacksFoster(sources, values)) return ok(undefined);
  const date = readDay(sources.date, values, context);
  if (!date.ok) return date;
  const { day, dayOrder } = date.value;
  if (futureFault(day, context.now) !== undefined) return fail(sources.date, texts.future);
  const end = readEnd(sources.endDate, type.value, values, context);
  if (!end.ok) return end;
  if (end.value !== null && sources.endDate !== undefined && end.value < day)
    return fail(sources.endDate, texts.endBeforeBeginning(day));
  const region = readRegion(sources.region, reason.value, values, texts);
  if (!region.ok) return region;
  const note = readNote(sources.note, values, texts);
  if (!note.ok) return note;
  return ok({
    type: type.value,
    reason: reason.value,
    date: day,
    endDate: end.value,
    region: region.value,
    note: note.value,
    dayOrder,
  });
}

/** Most animals of a file with columns for foster care were never in it. */
function lacksFoster({ type, date, endDate }: MovementSources, values: Values): boolean {
  if (type.constant !== 'foster') return false;
  return [date, endDate].every((source) => source === undefined || isBlank(textOf(source, values)));
}

/** Returns true if an animal of which only these movements are known is not in care. */
export function hasLeft(movements: readonly ImportedMovement[]): boolean {
  return lastOf(movements)?.type === 'outcome';
}

/** The status of a new animal whose newest row records these movements. */
export function statusOfNew(movements: readonly ImportedMovement[]): PetStatus | null {
  const last = lastOf(movements);
  return last?.type === 'outcome' ? statusAfter(last) : null;
}

function readReason(
  { reason: source }: MovementSources,
  type: MovementType,
  values: Values,
  texts: RowContext['texts'],
): Result<MovementReason | null> {
  if (type === 'foster') return ok(null);
  // The mapping of a type that is not foster care has a reason.
  if (source === undefined) return fail({ column: '' }, texts.missing);
  if (lookUp(source.values, textOf(source, values)) === null) return ok(null);
  return readWord(source, values, REASONS[type], texts);
}

function readRegion(
  source: MappedSource<Region> | undefined,
  reason: MovementReason | null,
  values: Values,
  texts: RowContext['texts'],
): Result<Region | null> {
  if (source === undefined || !isTransfer(reason)) return ok(null);
  const text = textOf(source, values);
  if (isBlank(text) && lookUp(source.values, text) === undefined) return ok(null);
  return readWord(source, values, REGIONS, texts);
}

function readNote(
  source: FieldSource | undefined,
  values: Values,
  texts: RowContext['texts'],
): Result<string | null> {
  const note = source === undefined ? '' : textOf(source, values).trim();
  if (source === undefined || isBlank(note)) return ok(null);
  if (note.length > MAX_NOTE) return fail(source, texts.tooLong(MAX_NOTE));
  const fault = PROFILE_FORMATS.content(note);
  return fault === undefined ? ok(note) : fail(source, fault);
}

/** Reads a value by the table of the mapping; without a table, the column has the words of the API. */
function readWord<T extends string>(
  source: MappedSource<T | null>,
  values: Values,
  allowed: readonly T[],
  texts: RowContext['texts'],
): Result<T> {
  const text = textOf(source, values);
  const word = source.values === undefined ? text.trim() : lookUp(source.values, text);
  const known = allowed.find((one) => one === word);
  if (known !== undefined) return ok(known);
  if (isBlank(text)) return fail(source, texts.missing);
  const shown = source.values === undefined || word !== undefined ? allowed : [...source.values.keys()];
  return fail(source, texts.notInMapping(shown.join(', '), 0, text));
}

interface ReadDay {
  readonly day: string;
  readonly dayOrder: number;
}

function readDay(
  source: FieldSource,
  values: Values,
  { now, dateOrder, texts }: RowContext,
): Result<ReadDay> {
  const text = textOf(source, values);
  if (isBlank(text)) return fail(source, texts.missing);
  const reading = readDate(text, now);
  if (reading === undefined) return fail(source, texts.noDate(text));
  const day = dateIn(reading, dateOrder);
  if (day === undefined) return fail(source, texts.otherDateOrder(text, dateOrder ?? 'day-first'));
  const [hours = 0, minutes = 0, seconds = 0] = (reading.time ?? '').split(':').map(Number);
  return ok({ day, dayOrder: (hours * 60 + minutes) * 60 + seconds });
}

function readEnd(
  source: FieldSource | undefined,
  type: MovementType,
  values: Values,
  context: RowContext,
): Result<string | null> {
  if (source === undefined || type !== 'foster' || isBlank(textOf(source, values))) return ok(null);
  const end = readDay(source, values, context);
  return end.ok ? ok(end.value.day) : end;
}

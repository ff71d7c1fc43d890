import { createHash } from 'node:crypto';
import { int64FromNumber } from '../../../platform/core/int64.ts';
import { JsonError, parseJson, stringifyJson } from '../../../platform/core/json.ts';
import { textFault } from '../../../platform/http/requests/text.ts';
import type { ExportedColumn, ExportedTable } from './exported-tables.ts';

export type StoredRow = Readonly<Record<string, unknown>>;

/** Returns a row as a line of a file, without columns that are null. A time beyond the range of dates stays an integer. */
export function toLine({ columns }: ExportedTable, row: StoredRow): string {
  const members = columns
    .filter(({ name }) => row[name] !== null)
    .map(({ name, member, kind }) => [member, TO_JSON[kind](row[name])]);
  return `${stringifyJson(Object.fromEntries(members))}\n`;
}

export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A line that is no row. The message is the end of a sentence that begins with the file and the line. */
export class RowFault extends Error {
  override name = 'RowFault';
}

/** @throws {RowFault} if the line is not a row of the table. */
export function fromLine({ columns }: ExportedTable, line: string): StoredRow {
  const members = parseObject(line);
  return Object.fromEntries(
    columns.map((column) => [column.name, storedValue(column, members[column.member])]),
  );
}

function parseObject(line: string): Record<string, unknown> {
  const value = parsed(line);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new RowFault('is not a JSON object');
}

/** Returns undefined for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function storedValue({ member, kind, isOptional }: ExportedColumn, value: unknown): unknown {
  if (value === undefined) {
    if (isOptional) return null;
    throw new RowFault(`has no ${member}`);
  }
  const stored = FROM_JSON[kind](value);
  if (stored !== undefined) return stored;
  throw new RowFault(`has a ${member} that is not ${EXPECTED[kind]}`);
}

type Kind = ExportedColumn['kind'];

function int64Of(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' ? int64FromNumber(String(value)) : undefined;
}

const TO_JSON: Readonly<Record<Kind, (stored: unknown) => unknown>> = {
  integer: (stored) => stored,
  boolean: (stored) => stored !== 0n,
  text: (stored) => stored,
  time: (stored) => {
    const time = new Date(Number(stored));
    return Number.isNaN(time.getTime()) ? stored : time.toISOString();
  },
  file: (stored) => sha256(stored as Uint8Array), // the column has bytes
  // A text that would not come back unchanged stays a text.
  json: (stored) => {
    const value = parsed(String(stored));
    return stringifyJson(value) === stored ? value : stored;
  },
};

/** Each returns undefined for a value of another kind. */
const FROM_JSON: Readonly<Record<Kind, (value: unknown) => unknown>> = {
  integer: int64Of,
  boolean: (value) => (typeof value === 'boolean' ? BigInt(value) : undefined),
  text: (value) => (typeof value === 'string' && textFault(value) === undefined ? value : undefined),
  time: (value) => {
    if (typeof value !== 'string') return int64Of(value);
    const at = Date.parse(value);
    return Number.isNaN(at) ? undefined : BigInt(at);
  },
  json: (value) => (typeof value === 'string' ? value : stringifyJson(value)),
  file: (value) => (typeof value === 'string' ? value : undefined),
};

const EXPECTED: Readonly<Record<Kind, string>> = {
  integer: 'an integer',
  boolean: 'true or false',
  text: 'a text',
  time: 'a time such as 2026-11-21T11:00:00.000Z',
  json: 'a JSON value',
  file: 'the SHA-256 of a file',
};

import { quote } from '../../core/errors.ts';
import { InexactNumber, JsonError, parseJson } from '../../core/json.ts';
import { isJsonObject, type JsonObject, jsonFault } from './json-object.ts';
import { MAX_ROW_LENGTH, type SourceLine } from './lines.ts';
import { type Fault, ImportError, MAX_SHOWN_COLUMNS, type NeededColumn, type SourceRow } from './row.ts';

const NO_OBJECT = 'must be a JSON object, such as {"name":"Frank","categoryId":1}';
const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** Yields the rows of NDJSON: a JSON object on each line. Skips blank lines. */
export async function* readNdjsonRows(
  lines: AsyncIterable<SourceLine[]>,
  columns: readonly NeededColumn[],
): AsyncGenerator<SourceRow[]> {
  let isFirst = true;
  for await (const block of lines) {
    const rows: SourceRow[] = [];
    for (const line of block) {
      if (line.text.trim() === '') continue;
      const row = readRow(line, columns);
      if (isFirst && row.fault === undefined && row.values.size === 0) rejectOtherMembers(line, columns);
      isFirst = false;
      rows.push(row);
    }
    yield rows;
  }
}

function readRow({ number: line, text, isUtf8 }: SourceLine, columns: readonly NeededColumn[]): SourceRow {
  const unreadable = (reason: string): SourceRow => ({ line, values: NO_VALUES, fault: { reason } });
  if (text.length > MAX_ROW_LENGTH)
    return unreadable(`is longer than ${MAX_ROW_LENGTH.toLocaleString('en')} characters`);
  if (!isUtf8) return unreadable('is not UTF-8');
  try {
    const members = parseJson(text);
    return isJsonObject(members) ? { line, ...valuesOf(members, columns) } : unreadable(NO_OBJECT);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return unreadable(`cannot be read: ${jsonFault(error)}`);
  }
}

function valuesOf(members: JsonObject, columns: readonly NeededColumn[]) {
  const values = new Map<string, string>();
  let fault: Fault | undefined;
  for (const { name } of columns) {
    if (!Object.hasOwn(members, name)) continue;
    const text = textOf(members[name]);
    if (text !== undefined) values.set(name, text);
    else fault ??= { column: name, reason: 'must be a string or a number' };
  }
  return fault === undefined ? { values } : { values, fault };
}

/** Returns a number with all its digits, null as an empty string, and undefined for an object or an array. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'object' && !(value instanceof InexactNumber)) return undefined;
  return String(value);
}

/** @throws {ImportError} always: a first object without any of the members shows that the file needs another mapping. */
function rejectOtherMembers({ text }: SourceLine, columns: readonly NeededColumn[]): void {
  const members = Object.keys(Object(parseJson(text)));
  const expected = columns.map(({ name }) => quote(name)).join(', ');
  const found = members.length === 0 ? 'none' : members.slice(0, MAX_SHOWN_COLUMNS).map(quote).join(', ');
  throw new ImportError(
    `the first object of the file has none of the members ${expected}; it has ${found}. Use a mapping that names the members of this file`,
  );
}

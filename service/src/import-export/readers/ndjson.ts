import { quote } from '../../core/errors.ts';
import { InexactNumber, JsonError, parseJson } from '../../core/json.ts';
import { isJsonObject, type JsonObject, jsonFault } from './json-object.ts';
import { ROW_LIMIT, type SourceLine } from './lines.ts';
import { type Fault, ImportError, type NeededColumn, type SourceRow } from './row.ts';

const NO_OBJECT = 'must be a JSON object, such as {"name":"Frank","categoryId":1}';
const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** The rows of NDJSON: a JSON object on each line, lines of white space left out. */
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
      if (isFirst && row.fault === undefined && row.values.size === 0) refuseOtherMembers(line, columns);
      isFirst = false;
      rows.push(row);
    }
    yield rows;
  }
}

function readRow({ number: line, text, isUtf8 }: SourceLine, columns: readonly NeededColumn[]): SourceRow {
  const unreadable = (reason: string): SourceRow => ({ line, values: NO_VALUES, fault: { reason } });
  if (text.length > ROW_LIMIT)
    return unreadable(`is longer than ${ROW_LIMIT.toLocaleString('en')} characters`);
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
    else fault ??= { column: name, reason: 'must be a text or a number, not an object or an array' };
  }
  return fault === undefined ? { values } : { values, fault };
}

/** Numbers with every digit, null as nothing. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'object' && !(value instanceof InexactNumber)) return undefined;
  return String(value);
}

/** A first object with none of the members is a file for another mapping, not one bad row among good ones. */
function refuseOtherMembers({ text }: SourceLine, columns: readonly NeededColumn[]): void {
  const has = Object.keys(Object(parseJson(text)));
  const wanted = columns.map(({ name }) => quote(name)).join(', ');
  const found = has.length === 0 ? 'none' : has.slice(0, 50).map(quote).join(', ');
  throw new ImportError(
    `the first object of the file has none of the members ${wanted}; it has ${found}. Import with a mapping that names the members of this file`,
  );
}

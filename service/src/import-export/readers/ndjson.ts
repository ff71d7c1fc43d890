import { InexactNumber, JsonError, parseJson } from '../../core/json.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import { isJsonObject, type JsonObject, jsonFault } from './json-object.ts';
import { type Fault, ImportError, MAX_SHOWN_COLUMNS, type NeededColumn, type SourceRow } from './row.ts';
import type { Header, TableBlock } from './table.ts';
import { MAX_ROW_LENGTH, type SourceLine } from './text/lines.ts';

const NO_VALUES: ReadonlyMap<string, string> = new Map();
/** More members of the first object are not columns. */
const MAX_COLUMNS = 1000;

/** Yields the rows of NDJSON: a JSON object on each line. Skips blank lines. The columns are those of the first object, and the needed ones. */
export async function* readNdjson(
  lines: AsyncIterable<SourceLine[]>,
  columns: readonly NeededColumn[],
  texts: ImportTexts,
): AsyncGenerator<TableBlock> {
  let header: Header | undefined;
  for await (const block of lines) {
    const read = block
      .filter(({ text }) => text.trim() !== '')
      .map((line) => readObject(line, texts.reading));
    if (read.length === 0) continue;
    header ??= headerOf(read, columns, texts.file);
    const table = { names: header.names, texts: texts.reading };
    yield { header, rows: read.map((line) => toRow(line, columns, table)) };
  }
  if (header === undefined) yield { header: { names: columns.map(({ name }) => name), line: 0 }, rows: [] };
}

interface ObjectLine {
  readonly line: number;
  readonly text: string;
  /** Undefined if the line is not an object. */
  readonly members: JsonObject | undefined;
  readonly fault: string;
}

function readObject({ number: line, text, isUtf8 }: SourceLine, texts: ImportTexts['reading']): ObjectLine {
  const unreadable = (fault: string): ObjectLine => ({ line, text, members: undefined, fault });
  if (text.length > MAX_ROW_LENGTH) return unreadable(texts.tooLong(MAX_ROW_LENGTH));
  if (!isUtf8) return unreadable(texts.damagedText);
  try {
    const members = parseJson(text);
    return isJsonObject(members) ? { line, text, members, fault: '' } : unreadable(texts.noObject);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return unreadable(texts.unreadable(jsonFault(error)));
  }
}

/** @throws {ImportError} if the first object has none of the needed members: the file needs another mapping. */
function headerOf(
  lines: readonly ObjectLine[],
  columns: readonly NeededColumn[],
  texts: ImportTexts['file'],
): Header {
  const members = lines.find((line) => line.members !== undefined)?.members ?? {};
  const names = Object.keys(members).slice(0, MAX_COLUMNS);
  const needed = columns.map(({ name }) => name);
  const hasNone = needed.length > 0 && !needed.some((name) => Object.hasOwn(members, name));
  if (lines[0]?.members !== undefined && hasNone)
    throw new ImportError(texts.missingMembers(needed, names.slice(0, MAX_SHOWN_COLUMNS)));
  return { names: [...new Set([...names, ...needed])], line: 0 };
}

function toRow(
  { line, text, members, fault }: ObjectLine,
  columns: readonly NeededColumn[],
  { names, texts }: { names: readonly string[]; texts: ImportTexts['reading'] },
): SourceRow {
  if (members === undefined)
    return { line, values: NO_VALUES, fault: { reason: fault }, cells: [text.slice(0, MAX_ROW_LENGTH)] };
  const cells = names.map((name) => cellOf(members, name));
  return { line, ...valuesOf(members, columns, texts), cells };
}

function cellOf(members: JsonObject, name: string): string {
  if (!Object.hasOwn(members, name)) return '';
  return textOf(members[name]) ?? JSON.stringify(members[name]);
}

function valuesOf(members: JsonObject, columns: readonly NeededColumn[], texts: ImportTexts['reading']) {
  const values = new Map<string, string>();
  let fault: Fault | undefined;
  for (const { name } of columns) {
    if (!Object.hasOwn(members, name)) continue;
    const text = textOf(members[name]);
    if (text !== undefined) values.set(name, text);
    else fault ??= { column: name, reason: texts.noText };
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

import {
  InexactNumber,
  isJsonObject,
  JsonError,
  type JsonObject,
  jsonFault,
  parseJson,
  stringifyJson,
} from '../../../platform/core/json.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
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
  let table: ObjectTable | undefined;
  for await (const block of lines) {
    const objects = block.filter(({ text }) => text.trim() !== '');
    if (objects.length === 0) continue;
    table ??= new ObjectTable(objects, columns, texts);
    yield { header: table.header, rows: table.read(objects) };
  }
  if (table === undefined) yield { header: { names: columns.map(({ name }) => name), line: 0 }, rows: [] };
}

class ObjectTable {
  readonly header: Header;
  readonly #columns: readonly NeededColumn[];
  readonly #texts: ImportTexts['reading'];

  constructor(lines: readonly SourceLine[], columns: readonly NeededColumn[], texts: ImportTexts) {
    this.#columns = columns;
    this.#texts = texts.reading;
    this.header = this.#headerOf(lines, texts.file);
  }

  read(lines: readonly SourceLine[]): SourceRow[] {
    return lines.map((line) => this.#toRow(line));
  }

  #toRow(source: SourceLine): SourceRow {
    const { number: line, text } = source;
    const members = this.#membersOf(source);
    if (typeof members !== 'string') {
      const cells = () => this.header.names.map((name) => cellOf(members, name));
      return { line, ...valuesOf(members, this.#columns, this.#texts), cells };
    }
    const cells = () => [text.slice(0, MAX_ROW_LENGTH)];
    return { line, values: NO_VALUES, fault: { reason: members }, cells };
  }

  /** Returns the members of the object on a line, or why there is none. */
  #membersOf({ text, isUtf8 }: SourceLine): JsonObject | string {
    if (text.length > MAX_ROW_LENGTH) return this.#texts.tooLong(MAX_ROW_LENGTH);
    if (!isUtf8) return this.#texts.damagedText;
    try {
      const members = parseJson(text);
      return isJsonObject(members) ? members : this.#texts.noObject;
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return this.#texts.unreadable(jsonFault(error));
    }
  }

  /** @throws {ImportError} if the first object has none of the needed members: the file needs another mapping. */
  #headerOf([first, ...others]: readonly SourceLine[], texts: ImportTexts['file']): Header {
    const needed = this.#columns.map(({ name }) => name);
    const members = first === undefined ? '' : this.#membersOf(first);
    if (typeof members === 'string')
      return others.length === 0 ? { names: needed, line: 0 } : this.#headerOf(others, texts);
    const names = Object.keys(members).slice(0, MAX_COLUMNS);
    if (needed.length > 0 && !needed.some((name) => Object.hasOwn(members, name)))
      throw new ImportError(texts.missingMembers(needed, names.slice(0, MAX_SHOWN_COLUMNS)));
    return { names: [...new Set([...names, ...needed])], line: 0 };
  }
}

function cellOf(members: JsonObject, name: string): string {
  if (!Object.hasOwn(members, name)) return '';
  return textOf(members[name]) ?? stringifyJson(members[name]);
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

import { int64FromNumber } from './int64.ts';

declare global {
  interface JSON {
    /** https://tc39.es/proposal-json-parse-with-source: not yet in TypeScript's library. */
    rawJSON(text: string): object;
  }
}

const MAX_DEPTH = 32;

/** A JSON number that neither a double nor an int64 holds exactly. It keeps the source text for messages. */
export class InexactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }
}

/** The text is not JSON, or nested too deeply. The message is for the client. */
export class JsonError extends Error {
  override name = 'JsonError';
}

/**
 * Parses JSON without losing digits: integers beyond 2^53 become a `bigint`, numbers that no int64 holds an
 * `InexactNumber`, and every other number stays a `number`.
 *
 * @throws {JsonError} if the text is not JSON or is nested deeper than 32 levels.
 */
export function parseJson(text: string): unknown {
  checkNesting(text);
  try {
    // The reviver takes eight times as long as parsing, so it runs only if a double could lose digits.
    return mayLoseDigits.test(text) ? JSON.parse(text, exactNumbers) : JSON.parse(text);
  } catch (error) {
    throw new JsonError('The text is not JSON', { cause: error });
  }
}

/**
 * Parses a JSON object and keeps all digits of its direct members in `int64Members`, as `parseJson` does, also of lists of numbers.
 * Every other number becomes a double: exact conversion is much slower than parsing, and a client could send very many numbers.
 *
 * @throws {JsonError} if the text is not JSON or is nested deeper than 32 levels.
 */
export function parseJsonObject(text: string, int64Members: ReadonlySet<string>): unknown {
  if (isShortAndFlat(text) && !mayLoseDigits.test(text)) return parsePlain(text);
  const sources = checkNesting(text, int64Members);
  const parsed = parsePlain(text);
  if (typeof parsed === 'number') return exactNumber(parsed, text.trim());
  if (typeof parsed !== 'object' || parsed === null) return parsed;
  for (const [name, source] of sources) {
    const value: unknown = Reflect.get(parsed, name);
    if (typeof value === 'number') Reflect.set(parsed, name, exactNumber(value, source));
    if (Array.isArray(value)) Reflect.set(parsed, name, exactList(value, source));
  }
  return parsed;
}

/** Serialises to JSON. A `bigint` becomes its digits. */
export function stringifyJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, bigintAsDigits, indent);
}

function bigintAsDigits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value;
}

const mayLoseDigits = /[\d.]{16}|\d[eE][-+\d]/;

function exactNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined
    ? exactNumber(value, context.source)
    : value;
}

/** @param source a list of numbers, so that its items are between commas. */
function exactList(values: readonly unknown[], source: string): unknown[] {
  const sources = source.slice(1, -1).split(',');
  return values.map((value, index) =>
    typeof value === 'number' ? exactNumber(value, sources[index]?.trim() ?? '') : value,
  );
}

function exactNumber(value: number, source: string): number | bigint | InexactNumber {
  const exact = int64FromNumber(source);
  if (exact !== undefined) return Number.isSafeInteger(value) ? value : exact;
  return Number.isInteger(value) || !Number.isFinite(value) ? new InexactNumber(source) : value;
}

function parsePlain(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonError('The text is not JSON', { cause: error });
  }
}

const SHORT = 1_024;

/** Returns true for most bodies: they cannot be nested too deeply. Checking a body of 60 characters takes longer than parsing it. */
function isShortAndFlat(text: string): boolean {
  return text.length <= SHORT && (text.match(/[[{]/g)?.length ?? 0) <= MAX_DEPTH;
}

/** @returns the source text of the last number, or list of numbers, of each direct member of the outermost object that is in `members`. */
function checkNesting(text: string, members: ReadonlySet<string> = NO_MEMBERS): Map<string, string> {
  const sources = new Map<string, string>();
  let depth = 0;
  scanJson(text, {
    onString: (start, end) => {
      if (depth === 1 && members.size > 0) recordNumber(text, start, end, members, sources);
    },
    onOpen: () => {
      depth += 1;
      if (depth > MAX_DEPTH) throw new JsonError(`JSON is nested deeper than ${MAX_DEPTH} levels`);
    },
    onClose: () => {
      depth -= 1;
    },
  });
  return sources;
}

const NO_MEMBERS: ReadonlySet<string> = new Set();
const MEMBER_NUMBER = /\s*:\s*(-?[\d.eE+-]+|\[[\d.eE+\-,\s]*\])/y;

/** Records the number, or the list of numbers, after the string from `start` to `end`, if that string is the name of one of `members`. */
function recordNumber(
  text: string,
  start: number,
  end: number,
  members: ReadonlySet<string>,
  sources: Map<string, string>,
): void {
  const name = stringAt(text, start, end);
  if (!members.has(name)) return;
  MEMBER_NUMBER.lastIndex = end;
  const source = MEMBER_NUMBER.exec(text)?.[1];
  if (source !== undefined) sources.set(name, source);
}

function stringAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(text.slice(start, end)));
  } catch {
    return raw; // Parsing the whole text reports the error.
  }
}

/** Gets the strings and brackets of a JSON text, in their order. Brackets within strings are not passed. */
export interface JsonVisitor {
  /** @param end the position after the closing quote; the length of the text if there is none. */
  onString(start: number, end: number): void;
  onOpen(at: number): void;
  onClose(at: number): void;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Scans a text that need not be JSON. It builds no values, and takes time in proportion to the text. */
export function scanJson(text: string, visitor: JsonVisitor): void {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      visitor.onString(at, end);
      at = end - 1;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) visitor.onOpen(at);
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) visitor.onClose(at);
  }
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = at;
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((at - escapes) % 2 === 0) return at + 1;
  }
  return text.length;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns true if a value of `parseJson` is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof InexactNumber)
  );
}

/** Returns why a text is not JSON, with the position if it is known. */
export function jsonFault(error: JsonError): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

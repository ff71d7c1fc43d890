import { int64FromNumber } from './int64.ts';

declare global {
  interface JSON {
    /** https://tc39.es/proposal-json-parse-with-source: not yet in TypeScript's library. */
    rawJSON(text: string): object;
  }
}

const MAX_DEPTH = 32;

/** A JSON number that neither a double nor an int64 holds exactly. Kept as written, so that a message can show it. */
export class InexactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }
}

/** Why a text is not JSON that the service reads; the message is for the caller. */
export class JsonError extends Error {
  override name = 'JsonError';
}

/**
 * Parses JSON without losing a digit: integers beyond 2^53 come back as `bigint`, what no int64 holds as
 * `InexactNumber`, every other number as a plain one.
 *
 * @throws {JsonError} if the text is not JSON or is nested deeper than 32 levels.
 */
export function parseJson(text: string): unknown {
  refuseDeepNesting(text);
  try {
    // The reviver costs eight times the parse, so it runs only where a double could lose digits.
    return mayLoseDigits.test(text) ? JSON.parse(text, exactNumbers) : JSON.parse(text);
  } catch (error) {
    throw new JsonError('The text is not JSON', { cause: error });
  }
}

/** JSON in which a `bigint` stands as its digits. */
export function stringifyJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, digitsOfBigints, indent);
}

function digitsOfBigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value;
}

const mayLoseDigits = /[\d.]{16}|\d[eE][-+\d]/;

function exactNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const exact = int64FromNumber(context.source);
  if (exact !== undefined) return Number.isSafeInteger(value) ? value : exact;
  return Number.isInteger(value) || !Number.isFinite(value) ? new InexactNumber(context.source) : value;
}

function refuseDeepNesting(text: string): void {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > MAX_DEPTH) throw new JsonError(`JSON nested deeper than ${MAX_DEPTH} levels is not read`);
  }
}

/** The index of the quote that closes the string opened at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
}

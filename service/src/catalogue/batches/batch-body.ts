import { createHash } from 'node:crypto';
import { canonicalJson } from '../../access/idempotency/idempotency-key.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { type FieldFault, faultOf, fieldError, fieldsError } from '../../platform/core/field-faults.ts';
import { isJsonObject, parseJson, scanJson } from '../../platform/core/json.ts';
import type { Pace } from '../../platform/core/tasks/pace.ts';
import { thousands } from '../../platform/core/thousands.ts';
import {
  BODY_LIMIT_BYTES,
  decodeBody,
  malformedJson,
  parseJsonBody,
} from '../../platform/http/requests/body.ts';
import { describe } from '../../platform/http/requests/schema-faults.ts';
import { memberFault } from '../../platform/http/requests/unknown-names.ts';
import { type BatchCommand, commandOf } from './batch-command.ts';
import { MAX_ITEMS } from './batch-schemas.ts';

export interface ReceivedBatch {
  /** What each item asks for, or its error. */
  readonly commands: ReadonlyArray<BatchCommand | ApiError>;
  /** The same for bodies that are the same JSON value. */
  readonly digest: Buffer;
}

const SPACE = '[ \\t\\n\\r]*';
const HEAD = new RegExp(`^${SPACE}\\{${SPACE}"items"${SPACE}:${SPACE}\\[${SPACE}`);
const SEPARATOR = new RegExp(`^${SPACE},${SPACE}$`);
const TAIL = new RegExp(`^${SPACE}\\]${SPACE}\\}${SPACE}$`);

/**
 * Reads the body of a batch, in turns with other work. The items are parsed one by one: to parse all of a large body at once
 * would keep the process for up to a tenth of a second.
 *
 * @throws {ApiError} `malformed_json` or `invalid_body`, if it is a fault of the whole body.
 */
export async function readBatch(bytes: Buffer, now: number, pace: Pace): Promise<ReceivedBatch> {
  const hash = createHash('sha256');
  const commands: Array<BatchCommand | ApiError> = [];
  for (const [index, text] of itemTexts(bytes).entries()) {
    if (pace.isDue) await pace.rest();
    if (Buffer.byteLength(text) > BODY_LIMIT_BYTES) {
      // The single operation does not parse it either.
      commands.push(new ApiError('payload_too_large', `The item must be at most ${BODY_LIMIT_BYTES} bytes.`));
      hash.update(text);
    } else {
      const item = parseItem(text, index);
      hash.update(canonicalJson(item));
      commands.push(commandOrError(item, now));
    }
  }
  return { commands, digest: hash.digest() };
}

function parseItem(text: string, index: number): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw malformedJson(`items.${index}`, error);
  }
}

function commandOrError(item: unknown, now: number): BatchCommand | ApiError {
  try {
    return commandOf(item, now);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Returns the texts of the items, which are objects or arrays, and may be malformed. */
function itemTexts(bytes: Buffer): string[] {
  const text = decodeBody(bytes);
  const [head] = HEAD.exec(text) ?? [];
  if (head === undefined) throw shapeError(bytes);
  const rest = text.slice(head.length);
  const ranges = itemRanges(rest);
  const between = ranges.map(({ start }, index) => rest.slice(ranges[index - 1]?.end ?? 0, start));
  const isList = between.every((gap, index) => (index === 0 ? gap === '' : SEPARATOR.test(gap)));
  if (ranges.length === 0 || !isList || !TAIL.test(rest.slice(ranges.at(-1)?.end))) throw shapeError(bytes);
  return ranges.map(({ start, end }) => rest.slice(start, end));
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the places of the objects and arrays in a list, whose opening bracket is before the text. */
function itemRanges(text: string): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  let depth = 0;
  scanJson(text, {
    onString: () => {},
    onOpen: (at) => {
      if (depth === 0) start = at;
      depth += 1;
    },
    onClose: (at) => {
      depth -= 1;
      if (depth === 0) ranges.push({ start, end: at + 1 });
      if (ranges.length > MAX_ITEMS) throw fieldError('invalid_body', 'items', TOO_MANY);
    },
  });
  return ranges;
}

const MAX = thousands(MAX_ITEMS);
const TOO_MANY = `must have at most ${MAX} items; send the others in another batch`;

/** Returns the error for a body that is no list of items. Whether a large one is JSON would take long to find out. */
function shapeError(bytes: Buffer): ApiError {
  const body = bytes.length <= BODY_LIMIT_BYTES ? parseJsonBody(bytes, new Set()) : undefined;
  if (isJsonObject(body)) {
    const unknown = Object.keys(body).filter((name) => name !== 'items');
    const fault = unknown.length > 0 ? memberFault(unknown, ['items'], '') : itemsFault(body.items);
    return fieldsError('invalid_body', [fault]);
  }
  const fields = body === undefined ? ['items'] : [];
  const text = `The body must be a JSON object with one member, items: an array of 1 to ${MAX} objects`;
  return fieldsError('invalid_body', [{ fields, text }]);
}

function itemsFault(items: unknown): FieldFault {
  if (items === undefined) return faultOf('items', 'is required');
  // An array gets an error of its own.
  const isItem = (item: unknown) => isJsonObject(item) || Array.isArray(item);
  const index = Array.isArray(items) ? items.findIndex((item) => !isItem(item)) : -1;
  if (!Array.isArray(items) || index === -1) {
    return faultOf('items', `must be an array of 1 to ${MAX} objects, given once`);
  }
  return faultOf(`items.${index}`, `must be an object; got ${describe(items[index])}`);
}

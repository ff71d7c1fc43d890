import { hash } from 'node:crypto';
import { scanJson } from '../core/json.ts';

/*
 * Divides the JSON of an event into parts that other events of the same animal are likely to have, and the rest, which refers
 * to them (docs/adr/0064). Parts are the long strings, and the objects in arrays, such as photos.
 */

/** A shorter part takes less space in each body than a row of its own. */
const MIN_LENGTH = 128;
/** JSON has no such character: in a string it is escaped. */
const MARK = '\u001a';
const DIGEST_BYTES = 16;
/** The digest has 22 characters. After it are the bytes of the part. */
const REFERENCE = new RegExp(`${MARK}([\\w-]{22})(\\d+);`, 'g');

export interface DividedBody {
  /** With references. */
  readonly body: string;
  /** The parts by their digests. */
  readonly parts: ReadonlyMap<string, string>;
}

/** @param petId parts are not shared by animals, whose changes would otherwise wait for each other. */
export function divideBody(petId: bigint, body: string): DividedBody {
  const parts = new Map<string, string>();
  if (body.length < MIN_LENGTH) return { body, parts };
  let rest = '';
  let end = 0;
  for (const [from, to] of partsIn(body)) {
    const part = body.slice(from, to);
    const digest = digestOf(petId, part);
    parts.set(digest, part);
    rest += `${body.slice(end, from)}${MARK}${digest}${Buffer.byteLength(part)};`;
    end = to;
  }
  return { body: rest + body.slice(end), parts };
}

/** Returns the digests of the parts that a body refers to, with their bytes. */
export function referencesIn(body: string): Array<{ readonly digest: string; readonly bytes: number }> {
  if (!body.includes(MARK)) return [];
  return [...body.matchAll(REFERENCE)].map(([, digest = '', bytes]) => ({ digest, bytes: Number(bytes) }));
}

/** Returns the body with its parts. One that is missing becomes null. */
export function joinBody(body: string, parts: ReadonlyMap<string, string>): string {
  if (!body.includes(MARK)) return body;
  return body.replace(REFERENCE, (_, digest: string) => parts.get(digest) ?? 'null');
}

function digestOf(petId: bigint, part: string): string {
  return hash('sha256', `${petId} ${part}`, 'buffer').subarray(0, DIGEST_BYTES).toString('base64url');
}

/** Returns where each part begins and ends. The text is JSON without white space. */
function partsIn(json: string): Array<readonly [number, number]> {
  const parts: Array<readonly [number, number]> = [];
  /** The brackets that are open. */
  const open: string[] = [];
  /** The object in an array that the scanner is in. All of it is one part. */
  let object: { readonly start: number; readonly depth: number } | undefined;
  const add = (start: number, end: number) => {
    if (end - start >= MIN_LENGTH) parts.push([start, end]);
  };
  scanJson(json, {
    onString: (start, end) => {
      if (object === undefined) add(start, end);
    },
    onOpen: (at) => {
      const bracket = json[at] ?? '';
      if (bracket === '{' && open.at(-1) === '[') object ??= { start: at, depth: open.length };
      open.push(bracket);
    },
    onClose: (at) => {
      open.pop();
      if (object?.depth !== open.length) return;
      add(object.start, at + 1);
      object = undefined;
    },
  });
  return parts;
}

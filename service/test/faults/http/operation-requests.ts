import { at, membersOf } from '@petstore/testing/http/expect-response.ts';
import type { RawRequest } from '@petstore/testing/http/raw-http.ts';
import fc from 'fast-check';
import { jsonFor, textFor } from './operation-values.ts';

/** Requests of each operation of the OpenAPI document, valid and invalid in every part that the document describes. */

export interface Operation {
  id: string;
  method: string;
  /** The template of the document, below `/v1`. */
  path: string;
  parameters: readonly unknown[];
  /** The schema of the body; undefined if it takes none. */
  body: unknown;
}

/** Keys, and values that exist in the catalogue. */
export interface Known {
  keys: { good: string; reader: string };
  /** Valid texts of a parameter by its name, such as cursors. */
  samples: Readonly<Record<string, readonly string[]>>;
}

export function operationsOf(document: unknown): Operation[] {
  return Object.entries(membersOf(at(document, 'paths'))).flatMap(([path, operations]) =>
    Object.entries(membersOf(operations)).map(([method, operation]) => {
      const parameters = at(operation, 'parameters');
      return {
        id: String(at(operation, 'operationId')),
        method: method.toUpperCase(),
        path: `/v1${path}`,
        parameters: Array.isArray(parameters) ? parameters : [],
        body: at(operation, 'requestBody', 'content', 'application/json', 'schema'),
      };
    }),
  );
}

/** Requests of one operation, all of them well-formed HTTP. */
export function requestsOf(document: unknown, operation: Operation, known: Known): fc.Arbitrary<RawRequest> {
  const parameterIn = (place: string) => operation.parameters.filter((one) => at(one, 'in') === place);
  const values = (one: unknown) =>
    textFor(document, at(one, 'schema'), known.samples[String(at(one, 'name'))] ?? []);
  const path = pathOf(
    operation.path,
    parameterIn('path').map((one) => [String(at(one, 'name')), values(one)]),
  );
  const query = queryOf(parameterIn('query').map((one) => [String(at(one, 'name')), values(one)]));
  const headers = headersOf(parameterIn('header').map((one) => [String(at(one, 'name')), values(one)]));
  return fc
    .tuple(path, query, headers, bodyOf(document, operation.body), keyOf(known))
    .map(([target, search, fields, { type, body }, key]) => ({
      method: operation.method,
      path: target + search,
      headers: [...fields, ...(type === undefined ? [] : [`Content-Type: ${type}`])],
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { key }),
    }));
}

type Values = [name: string, values: fc.Arbitrary<string>][];

/** Mostly as browsers escape it, sometimes every byte, in upper or lower case. */
const ESCAPES = fc.constantFrom(
  escaped,
  escaped,
  (text: string) => everyByteEscaped(text),
  (text: string) => everyByteEscaped(text).toLowerCase(),
);

/** Escapes a text so that it stays one segment or value. Replaces lone surrogates. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function everyByteEscaped(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

const escapedFrom = (values: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 15, arbitrary: fc.tuple(values, ESCAPES).map(([text, write]) => write(text)) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%c3%28', '%ff', '%ed%a0%80', '%2', '1%00') },
  );

function pathOf(template: string, parts: Values): fc.Arbitrary<string> {
  // Without its parameter it is another path.
  const texts = parts.map(([, values]) => escapedFrom(values.map((text) => (text === '' ? 'x' : text))));
  return fc
    .tuple(...texts)
    .map((found) =>
      found.reduce((path, text, index) => path.replace(`{${parts[index]?.[0]}}`, () => text), template),
    );
}

function queryOf(parts: Values): fc.Arbitrary<string> {
  const one = ([name, values]: Values[number]) => {
    const value = escapedFrom(values).map((text) => `${name}=${text}`);
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant([]) },
      { weight: 5, arbitrary: value.map((text) => [text]) },
      { weight: 1, arbitrary: fc.tuple(value, value) },
      {
        weight: 1,
        arbitrary: fc.constantFrom([name], [`${name}=`], [`${name}[]=1`], [`${name.toUpperCase()}=1`]),
      },
    );
  };
  const others = fc.constantFrom([], [], [], ['x=1'], ['__proto__=1'], ['&&='], ['=']);
  return fc
    .tuple(...parts.map(one), others)
    .map((found) => found.flat())
    .map((found) => (found.length === 0 ? '' : `?${found.join('&')}`));
}

/** Headers without control characters, which are malformed HTTP. */
function headersOf(parts: Values): fc.Arbitrary<string[]> {
  const one = ([name, values]: Values[number]) => {
    const line = values.map((text) => `${name}: ${printable(text)}`);
    return fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      { weight: 5, arbitrary: line.map((text) => [text]) },
      { weight: 1, arbitrary: fc.tuple(line, line) },
    );
  };
  return fc.tuple(...parts.map(one)).map((found) => found.flat());
}

function printable(text: string): string {
  const isControl = (character: string) => character < ' ' || character === '\u007f';
  return [...text.toWellFormed()].map((character) => (isControl(character) ? '?' : character)).join('');
}

interface Body {
  type: string | undefined;
  body: string | undefined;
}

const JSON_TYPE = 'application/json';
const OTHER_TYPES = fc.constantFrom(
  undefined,
  'text/plain',
  `${JSON_TYPE}; charset=utf-16`,
  'application/json5',
  ';',
  'APPLICATION/JSON',
);

/** Sometimes sends a body to an operation without one. */
function bodyOf(document: unknown, schema: unknown): fc.Arbitrary<Body> {
  const none = fc.constant({ type: undefined, body: undefined });
  const json = schema === undefined ? fc.jsonValue() : jsonFor(document, schema);
  const text = json.map((value) => JSON.stringify(value) ?? 'null');
  const as = (type: string | undefined) => (body: string) => ({ type, body });
  const valid = text.map(as(JSON_TYPE));
  const broken = fc
    .tuple(text, fc.constantFrom(...BREAKS))
    .map(([whole, change]) => ({ type: JSON_TYPE, body: change(whole) }));
  const other = fc.tuple(text, OTHER_TYPES).map(([body, type]) => ({ type, body }));
  const empty = fc.constantFrom(as(JSON_TYPE)(''), { type: JSON_TYPE, body: undefined });
  const invalid = [broken, other, empty, none];
  return schema === undefined
    ? fc.oneof({ weight: 12, arbitrary: none }, valid, other)
    : fc.oneof({ weight: 24, arbitrary: valid }, ...invalid);
}

const BREAKS: readonly ((json: string) => string)[] = [
  (json) => json.slice(0, -1),
  (json) => `${json},`,
  (json) => `\ufeff${json}`,
  (json) => json.replaceAll('"', "'"),
  (json) => `${json}${' '.repeat(65_536)}`,
  (json) => `${'['.repeat(40)}${json}${']'.repeat(40)}`,
  (json) => [...json].join('\0'),
];

function keyOf({ keys }: Known): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 40, arbitrary: fc.constant(keys.good) },
    { weight: 2, arbitrary: fc.constant(keys.reader) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, 'wrong', `${keys.good}x`) },
  );
}

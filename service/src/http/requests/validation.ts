import { Ajv, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { ApiError, quote } from '../../core/errors.ts';
import { INT64_MAX, INT64_MIN, int64FromDigits, int64FromJson } from '../../core/int64.ts';
import { InexactNumber } from '../../core/json.ts';
import { once } from '../../core/tasks/single-flight.ts';
import type { ReceivedBody, Route, RouteValidator, TextParameters, Values } from '../route.ts';
import { parseJsonBody } from './body.ts';

type Part = 'body' | 'query' | 'params';

export interface ValidatorOptions {
  readonly compile: SchemaCompiler;
  /** The shared schemas. */
  readonly schemas: readonly object[];
  readonly formats: TextFormats;
}

/** Validates the input of one route by its schemas, and returns the values of their types. Leaves what it gets unchanged. */
export class RequestValidator implements RouteValidator {
  readonly #route: Route;
  readonly #options: ValidatorOptions;
  readonly #names: readonly string[];
  readonly #compiled: Partial<Record<Part, ValidateFunction>> = {};
  readonly int64Members: () => ReadonlySet<string>;

  constructor(route: Route, options: ValidatorOptions) {
    this.#route = route;
    this.#options = options;
    this.#names = namesIn(route.schema?.query);
    this.int64Members = once(() => int64Members(route.schema?.body, options.schemas));
  }

  requireKnownNames(query: TextParameters['query']): void {
    requireKnownNames(this.#route, query);
  }

  parameters({ params, query }: TextParameters): Pick<Values, 'params' | 'query'> {
    this.requireKnownNames(query);
    return {
      params: this.#values('params', { ...params }),
      query: this.#values('query', this.#known(query)),
    };
  }

  values(text: TextParameters, { value, bytes }: ReceivedBody): Values {
    if (this.#route.schema?.body === undefined) return { ...this.parameters(text), body: value, bytes };
    const json = bytes.length === 0 ? undefined : parseJsonBody(bytes, this.int64Members());
    return { ...this.parameters(text), body: this.#values('body', json), bytes };
  }

  /** Returns the parameters that the route has: an operation of 1.0.0 ignores the others. */
  #known(query: TextParameters['query']): TextParameters['query'] {
    const given = this.#names.filter((name) => query[name] !== undefined);
    return Object.fromEntries(given.map((name) => [name, query[name]]));
  }

  /** @param input belongs to this call: the compiled function replaces texts and numbers in it. */
  #values(part: Part, input: unknown): unknown {
    const schema = this.#route.schema?.[part];
    if (schema === undefined) return input;
    // On the first use: to compile all of them takes a sixth of the start time.
    const isValid = this.#compiled[part] ?? this.#options.compile(schema, part);
    this.#compiled[part] = isValid;
    if (isValid(input) === true) return input;
    const errors = isValid.errors ?? [];
    if (part !== 'params') throw validationError(errors, part, this.#options.formats);
    // The resource of an id that is no int64 cannot exist.
    const { notFound = pathNotFound } = this.#route;
    throw notFound(errors[0] === undefined ? '' : describe(errors[0].data));
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the names of the direct members that are int64 in the schema of a body, which may refer to a shared schema. */
function int64Members(body: unknown, schemas: readonly object[]): ReadonlySet<string> {
  const schema = isObject(body) && typeof body.$ref === 'string' ? referenced(body.$ref, schemas) : body;
  if (!isObject(schema) || !isObject(schema.properties)) return NONE;
  const names = Object.entries(schema.properties)
    .filter(([, property]) => isObject(property) && property.format === 'int64')
    .map(([name]) => name);
  return new Set(names);
}

/** Returns the shared schema with the id `Pet` for `Pet#`. */
function referenced(reference: string, schemas: readonly object[]): object | undefined {
  const id = reference.replace(/#$/, '');
  return schemas.find((schema) => '$id' in schema && schema.$id === id);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Names that other APIs use to filter or to page. To ignore them would return everything. */
const COMMON_ELSEWHERE: ReadonlySet<string> = new Set(['name', 'ids', 'q', 'page', 'offset', 'search']);
const PAGING_ELSEWHERE: ReadonlySet<string> = new Set(['page', 'offset']);

/** @throws {ApiError} `invalid_parameter` for query parameters that the route does not have. */
export function requireKnownNames({ schema, ignoresUnknownParameters }: Route, query: object): void {
  const given = Object.keys(query);
  // A page without a schema reads its parameters itself.
  if (given.length === 0 || schema === undefined) return;
  const fault = parameterFault(given, namesIn(schema.query), ignoresUnknownParameters === true);
  if (fault !== undefined) throw new ApiError('invalid_parameter', fault);
}

/**
 * Returns what is wrong with the names of the given parameters; undefined if they are valid. With `ignoresUnknown`, a name is
 * wrong only if it differs from a known one by case, or is common in other APIs.
 */
export function parameterFault(
  given: readonly string[],
  known: readonly string[],
  ignoresUnknown: boolean,
): string | undefined {
  const unknown = given.filter((name) => !known.includes(name));
  const refused = ignoresUnknown ? unknown.filter((name) => isMisleading(name, known)) : unknown;
  if (refused.length === 0) return undefined;
  const verb = refused.length === 1 ? 'is not a parameter' : 'are not parameters';
  return `${refused.map(quote).join(', ')} ${verb} of this operation. ${describeKnown(known)}${pagingHint(refused, known)}`;
}

function isMisleading(name: string, known: readonly string[]): boolean {
  const lowerCase = name.toLowerCase();
  return COMMON_ELSEWHERE.has(lowerCase) || known.some((other) => other.toLowerCase() === lowerCase);
}

function describeKnown(known: readonly string[]): string {
  return known.length === 0
    ? 'It has no query parameters.'
    : `Its parameters are ${known.join(', ')}; their names are case-sensitive.`;
}

function pagingHint(refused: readonly string[], known: readonly string[]): string {
  if (!refused.some((name) => PAGING_ELSEWHERE.has(name.toLowerCase()))) return '';
  const position = ['cursor', 'after'].find((name) => known.includes(name));
  return position === undefined
    ? ''
    : ` For the next page, request the URL in the Link header of the response, which contains ${position}.`;
}

/** Returns the names of the properties in the schema of a query or of headers. */
export function namesIn(schema: unknown): string[] {
  const hasProperties = typeof schema === 'object' && schema !== null && 'properties' in schema;
  return hasProperties ? Object.keys(schema.properties ?? {}) : [];
}

/** Custom text formats. Each returns what is wrong with a value; undefined if it is valid. */
export type TextFormats = Readonly<Record<string, (value: string) => string | undefined>>;

/**
 * Builds the validators of the routes' schemas. They replace int64 values by `bigint`: JSON numbers in a body, digits in
 * a query or a path. They report all errors, not only the first one.
 */
export function schemaCompiler(formats: TextFormats, shared: readonly object[]): SchemaCompiler {
  const body = once(() => newAjv(formats, 'json', shared));
  // Parameters refer to no shared schema.
  const text = once(() => newAjv(formats, 'digits', []));
  return (schema, part) =>
    part === 'body'
      ? body().compile(forAjv(schema, 'json') as object)
      : text().compile(forAjv(schema, 'digits') as object);
}

export type SchemaCompiler = (schema: unknown, part: Part) => ValidateFunction;

type NumberSource = 'json' | 'digits';

function newAjv(formats: TextFormats, numbers: NumberSource, shared: readonly object[]): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    verbose: true,
    strictTypes: false,
    // The schemas are our own, and to compile the meta-schema takes a sixth of the start time.
    meta: false,
    validateSchema: false,
  });
  for (const [name, fault] of Object.entries(formats)) {
    ajv.addFormat(name, (value) => fault(value) === undefined);
  }
  const toInt64 = numbers === 'json' ? int64FromJson : fromText;
  ajv.addKeyword(parsingKeyword('int64', (_schema, value) => toInt64(value)));
  ajv.addKeyword(countKeyword);
  ajv.addKeyword(listKeyword);
  for (const schema of shared) {
    ajv.addSchema(forAjv(schema, numbers) as object);
  }
  return ajv;
}

function fromText(value: unknown): bigint | undefined {
  return typeof value === 'string' ? int64FromDigits(value) : undefined;
}

/** Returns a keyword that replaces a value by the result of `parse`, which is undefined for an invalid one. */
function parsingKeyword<Schema>(
  keyword: string,
  parse: (schema: Schema, value: unknown) => unknown,
): FuncKeywordDefinition {
  return {
    keyword,
    modifying: true,
    errors: false,
    validate: (schema: Schema, value: unknown, _parent?: unknown, place?: DataValidationCxt) => {
      const parsed = parse(schema, value);
      if (parsed !== undefined && place !== undefined) place.parentData[place.parentDataProperty] = parsed;
      return parsed !== undefined;
    },
  };
}

interface Range {
  minimum: number;
  maximum: number;
}

/** An integer in a query: only digits, so neither `1e1` nor ` 5` nor `+5`. */
const countKeyword = parsingKeyword('count', ({ minimum, maximum }: Range, value) => {
  // Ajv has already filled in the default, as a number.
  if (typeof value === 'number') return value;
  const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  return count >= minimum && count <= maximum ? count : undefined;
});

interface List {
  minItems: number;
  maxItems: number;
  /** The allowed words; undefined for int64 values. */
  words?: readonly string[] | undefined;
}

/** A comma-separated list in a query: `style: form` without `explode` in OpenAPI. */
const listKeyword = parsingKeyword('list', ({ minItems, maxItems, words }: List, value) => {
  const items = typeof value === 'string' ? value.split(',') : [];
  if (items.length < minItems || items.length > maxItems) return undefined;
  const parsed = items.map((item) => (words ? words.find((word) => word === item) : int64FromDigits(item)));
  return parsed.includes(undefined) ? undefined : parsed;
});

/** Keywords that only document the API. They repeat what a format or the operation checks, with a better message. */
const DOCUMENTATION_ONLY: ReadonlySet<string> = new Set([
  ...['examples', 'style', 'explode'],
  ...['pattern', 'minProperties', 'if', 'then', 'else'],
]);

/** Converts a schema of the OpenAPI document for the validator: the keywords above check its integers. */
function forAjv(schema: unknown, numbers: NumberSource): unknown {
  if (Array.isArray(schema)) return schema.map((item) => forAjv(item, numbers));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('type' in schema && schema.type === 'integer') return integerForAjv(schema, numbers);
  if (numbers === 'digits' && 'minItems' in schema && 'maxItems' in schema) {
    const { minItems, maxItems, items } = schema as List & { items: { enum?: readonly string[] } };
    return { list: { minItems, maxItems, words: items.enum } };
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !DOCUMENTATION_ONLY.has(keyword))
      .map(([keyword, value]) => [keyword, forAjv(value, numbers)]),
  );
}

function integerForAjv(schema: object, numbers: NumberSource): unknown {
  if ('format' in schema && schema.format === 'int64') return { int64: true };
  if (numbers === 'json') return schema;
  const { minimum, maximum, default: preset } = schema as Range & { default?: number };
  return { count: { minimum, maximum }, ...(preset === undefined ? {} : { default: preset }) };
}

/** Returns an error that lists every invalid field, the allowed values and the value it got. */
export function validationError(
  errors: readonly ErrorObject[],
  part: 'body' | 'query',
  formats: TextFormats,
): ApiError {
  const code = part === 'body' ? 'invalid_body' : 'invalid_parameter';
  const sentences = new Map(errors.map((fault) => [fieldOf(fault), sentence(fault, part, formats)]));
  return new ApiError(code, [...sentences.values()].join('; '));
}

export function pathNotFound(): ApiError {
  return new ApiError('route_not_found', 'This path does not exist.');
}

function fieldOf({ instancePath, params, keyword }: ErrorObject): string {
  return keyword === 'required' ? String(params.missingProperty) : instancePath.slice(1).replaceAll('/', '.');
}

function sentence(fault: ErrorObject, part: Part, formats: TextFormats): string {
  const field = fieldOf(fault);
  if (fault.keyword === 'required') return `${field} is required`;
  if (field === '') return bodySentence(fault.data);
  if (Array.isArray(fault.data) && part === 'query') {
    return `${field} must be given once; got ${fault.data.length} values`;
  }
  const expected = EXPECTATIONS[fault.keyword]?.(fault, formats) ?? fault.message ?? 'is not valid';
  if (fault.data === null) return `${field} ${expected}; got null, which removes nothing`;
  return `${field} ${expected}; got ${describe(fault.data)}`;
}

function bodySentence(body: unknown): string {
  return body === undefined || body === null
    ? 'The request needs a body: a JSON object'
    : `The body must be a JSON object; got ${describe(body)}`;
}

const EXPECTATIONS: Readonly<Record<string, (fault: ErrorObject, formats: TextFormats) => string>> = {
  int64: () => `must be an integer between ${INT64_MIN} and ${INT64_MAX}`,
  count: ({ schema }) =>
    `must be an integer between ${(schema as Range).minimum} and ${(schema as Range).maximum}`,
  list: ({ schema }) => {
    const { minItems, maxItems, words } = schema as List;
    const kind = words ? `of ${words.join(', ')}` : `integers between ${INT64_MIN} and ${INT64_MAX}`;
    return `must be ${minItems} to ${maxItems} ${kind}, separated by commas`;
  },
  enum: ({ params }) => `must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}`,
  type: ({ params }) => `must be ${[params.type].flat().map(withArticle).join(' or ')}`,
  minLength: ({ params }) => `must have at least ${params.limit} character${params.limit === 1 ? '' : 's'}`,
  maxLength: ({ params }) => `must have at most ${Number(params.limit).toLocaleString('en')} characters`,
  format: ({ params, data }, formats) => formats[String(params.format)]?.(String(data)) ?? 'is not valid',
};

function withArticle(type: string): string {
  if (type === 'null') return type;
  return `${type === 'object' ? 'an' : 'a'} ${type}`;
}

function describe(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'an array';
  if (value instanceof InexactNumber) return quote(value.source).slice(1, -1);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

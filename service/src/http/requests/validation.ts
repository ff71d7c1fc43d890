import { Ajv, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { ApiError, quote } from '../../core/errors.ts';
import { INT64_MAX, INT64_MIN, int64FromDigits, int64FromJson } from '../../core/int64.ts';
import { InexactNumber } from '../../core/json.ts';
import { once } from '../../core/once.ts';

type Part = 'body' | 'querystring' | 'params';

/** Custom text formats. Each returns what is wrong with a value; undefined if it is valid. */
export type TextFormats = Readonly<Record<string, (value: string) => string | undefined>>;

/**
 * Builds the validators of the routes' schemas. They replace int64 values by `bigint`: JSON numbers in a body, digits in
 * a query or a path. They report all errors, not only the first one.
 */
export function schemaCompiler(formats: TextFormats, shared: Schemas): SchemaCompiler {
  const body = once(() => newAjv(formats, 'json', shared));
  // Parameters refer to no shared schema.
  const text = once(() => newAjv(formats, 'digits', {}));
  return (schema, part) =>
    part === 'body'
      ? body().compile(forAjv(schema, 'json') as object)
      : text().compile(forAjv(schema, 'digits') as object);
}

/** Schemas by their ids. */
type Schemas = Readonly<Record<string, unknown>>;

export type SchemaCompiler = (schema: unknown, part: Part) => ValidateFunction;

type NumberSource = 'json' | 'digits';

function newAjv(formats: TextFormats, numbers: NumberSource, shared: Schemas): Ajv {
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
  for (const schema of Object.values(shared)) {
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

/** Keywords that only document the API. A `pattern` repeats what a format or the operation checks. */
const DOCUMENTATION_ONLY: ReadonlySet<string> = new Set(['examples', 'pattern', 'style', 'explode']);

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

/** A path parameter that is not an id, so the resource cannot exist. The response is the route's `notFound` error. */
export class UnknownPath extends Error {
  readonly value: string;

  constructor(value: string) {
    super('A path parameter is not an id');
    this.value = value;
  }
}

/** Returns an error that lists every invalid field, the allowed values and the value it got. */
export function validationError(errors: readonly ErrorObject[], part: Part, formats: TextFormats): Error {
  if (part === 'params') return new UnknownPath(errors[0] === undefined ? '' : describe(errors[0].data));
  const code = part === 'body' ? 'invalid_body' : 'invalid_parameter';
  const sentences = new Map(errors.map((fault) => [fieldOf(fault), sentence(fault, part, formats)]));
  return new ApiError(code, [...sentences.values()].join('; '));
}

function fieldOf({ instancePath, params, keyword }: ErrorObject): string {
  return keyword === 'required' ? String(params.missingProperty) : instancePath.slice(1).replaceAll('/', '.');
}

function sentence(fault: ErrorObject, part: Part, formats: TextFormats): string {
  const field = fieldOf(fault);
  if (fault.keyword === 'required') return `${field} is required`;
  if (field === '') return bodySentence(fault.data);
  if (Array.isArray(fault.data) && part === 'querystring') {
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

import { Ajv, type FuncKeywordDefinition, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { int64FromDigits, int64FromJson } from '../../core/int64.ts';
import { once } from '../../core/tasks/single-flight.ts';

export type Part = 'body' | 'query' | 'params';

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
  ajv.addKeyword(
    parsingKeyword('nullableInt64', (_schema, value) => (value === null ? null : toInt64(value))),
  );
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

export interface Range {
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

export interface List {
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
const DOCUMENTATION_ONLY: ReadonlySet<string> = new Set([
  ...['examples', 'style', 'explode'],
  ...['pattern', 'minProperties', 'if', 'then', 'else'],
]);

/** Converts a schema of the OpenAPI document for the validator: the keywords above check its integers. */
function forAjv(schema: unknown, numbers: NumberSource): unknown {
  if (Array.isArray(schema)) return schema.map((item) => forAjv(item, numbers));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('type' in schema && schema.type === 'integer') return integerForAjv(schema, numbers);
  if (isNullableInt64(schema)) return { nullableInt64: true };
  if (numbers === 'digits' && 'minItems' in schema && 'maxItems' in schema) {
    const { minItems, maxItems, items } = schema as List & { items: { enum?: readonly string[] } };
    return { list: { minItems, maxItems, words: items.enum } };
  }
  const rules = Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !DOCUMENTATION_ONLY.has(keyword))
      .map(([keyword, value]) => [keyword, forAjv(value, numbers)]),
  );
  return 'maxItems' in rules ? boundedList(rules) : rules;
}

/** The items of a list that is too long are not looked at: with all errors, or to find equal ones, that takes up to seconds. */
function boundedList({ maxItems, items, uniqueItems, ...rest }: Record<string, unknown>): object {
  const ofItems = { items, ...(uniqueItems !== undefined && { uniqueItems }) };
  return { ...rest, maxItems, if: { maxItems }, [THEN]: ofItems };
}

/** Not written as a member, because a promise has one of this name. */
const THEN = 'then';

/** Only bodies have one. */
function isNullableInt64(schema: object): boolean {
  if (!('format' in schema) || schema.format !== 'int64' || !('type' in schema)) return false;
  return Array.isArray(schema.type) && schema.type.includes('null');
}

function integerForAjv(schema: object, numbers: NumberSource): unknown {
  if ('format' in schema && schema.format === 'int64') return { int64: true };
  if (numbers === 'json') return schema;
  const { minimum, maximum, default: preset } = schema as Range & { default?: number };
  return { count: { minimum, maximum }, ...(preset === undefined ? {} : { default: preset }) };
}

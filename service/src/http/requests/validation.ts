import { Ajv, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js';
import { ApiError, quote } from '../../core/errors.ts';
import { INT64_MAX, INT64_MIN, int64FromDigits, int64FromJson } from '../../core/int64.ts';
import { InexactNumber } from '../../core/json.ts';
import { once } from '../../core/once.ts';

type Part = 'body' | 'querystring' | 'params' | 'headers';

/** Custom text formats. Each returns what is wrong with a value; undefined if it is valid. */
export type TextFormats = Readonly<Record<string, (value: string) => string | undefined>>;

/**
 * Builds the validators of the routes' schemas. They replace int64 values by `bigint`: JSON numbers in a body, digits in
 * a query or a path. They report all errors, not only the first one.
 */
export function buildValidators(formats: TextFormats) {
  return (shared: unknown) => {
    const body = once(() => newAjv(formats, 'json', shared));
    // Parameters refer to no shared schema.
    const text = once(() => newAjv(formats, 'digits', {}));
    return (route: unknown) => {
      // The declared parameter is that of Ajv's `compile`, but Fastify passes the definition of the route.
      const { schema, httpPart } = route as FastifyRouteSchemaDef<unknown>;
      const inBody = httpPart === 'body';
      const compile = () =>
        (inBody ? body() : text()).compile(forAjv(schema, inBody ? 'json' : 'digits') as object);
      return compileLazily(compile);
    };
  };
}

/** Compiles a validator on its first use: to compile all of them takes a sixth of the start time. */
function compileLazily(compile: () => ValidateFunction): ValidateFunction {
  const compiled = once(compile);
  const validate = (data: unknown) => {
    const check = compiled();
    const isValid = check(data);
    validate.errors = check.errors;
    return isValid;
  };
  validate.errors = undefined as ValidateFunction['errors'];
  return validate as ValidateFunction; // Fastify only calls it and reads its `errors`
}

type NumberSource = 'json' | 'digits';

function newAjv(formats: TextFormats, numbers: NumberSource, shared: unknown): Ajv {
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
  ajv.addKeyword(int64Keyword(numbers === 'json' ? int64FromJson : fromText));
  ajv.addKeyword(countKeyword);
  ajv.addKeyword(int64ListKeyword);
  ajv.addKeyword(wordListKeyword);
  for (const schema of Object.values(shared as Record<string, object>)) {
    ajv.addSchema(forAjv(schema, numbers) as object);
  }
  return ajv;
}

function fromText(value: unknown): bigint | undefined {
  return typeof value === 'string' ? int64FromDigits(value) : undefined;
}

function int64Keyword(parse: (value: unknown) => bigint | undefined): FuncKeywordDefinition {
  return {
    keyword: 'int64',
    modifying: true,
    errors: false,
    validate: (_schema: true, value: unknown, _parent?: unknown, place?: DataValidationCxt) => {
      const parsed = parse(value);
      if (parsed !== undefined) replace(place, parsed);
      return parsed !== undefined;
    },
  };
}

function replace(place: DataValidationCxt | undefined, value: unknown): void {
  if (place !== undefined) place.parentData[place.parentDataProperty] = value;
}

interface Range {
  minimum: number;
  maximum: number;
}

/** An integer in a query: only digits, so neither `1e1` nor ` 5` nor `+5`. */
const countKeyword: FuncKeywordDefinition = {
  keyword: 'count',
  modifying: true,
  errors: false,
  validate: ({ minimum, maximum }: Range, value: unknown, _parent?: unknown, place?: DataValidationCxt) => {
    // Ajv has already filled in the default, as a number.
    if (typeof value === 'number') return true;
    const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (!(count >= minimum && count <= maximum)) return false;
    replace(place, count);
    return true;
  },
};

interface ItemCount {
  minItems: number;
  maxItems: number;
}

/** A comma-separated list of int64 values in a query: `style: form` without `explode` in OpenAPI. */
const int64ListKeyword: FuncKeywordDefinition = {
  keyword: 'int64List',
  modifying: true,
  errors: false,
  validate: (
    { minItems, maxItems }: ItemCount,
    value: unknown,
    _parent?: unknown,
    place?: DataValidationCxt,
  ) => {
    if (typeof value !== 'string') return false;
    const items = value.split(',').map(fromText);
    const parsed = items.filter((item) => item !== undefined);
    if (parsed.length < items.length || items.length < minItems || items.length > maxItems) return false;
    replace(place, parsed);
    return true;
  },
};

interface Words extends ItemCount {
  values: readonly string[];
}

/** A comma-separated list of words in a query. */
const wordListKeyword: FuncKeywordDefinition = {
  keyword: 'wordList',
  modifying: true,
  errors: false,
  validate: (
    { minItems, maxItems, values }: Words,
    value: unknown,
    _parent?: unknown,
    place?: DataValidationCxt,
  ) => {
    const items = typeof value === 'string' ? value.split(',') : [];
    if (items.length < minItems || items.length > maxItems) return false;
    if (!items.every((item) => values.includes(item))) return false;
    replace(place, items);
    return true;
  },
};

/** Keywords that only document the API. A `pattern` repeats what a format or the operation checks. */
const DOCUMENTATION_ONLY: ReadonlySet<string> = new Set(['examples', 'pattern', 'style', 'explode']);

/** Converts a schema of the OpenAPI document for the validator: the keywords above check its integers. */
function forAjv(schema: unknown, numbers: NumberSource): unknown {
  if (Array.isArray(schema)) return schema.map((item) => forAjv(item, numbers));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('type' in schema && schema.type === 'integer') return integerForAjv(schema, numbers);
  if (numbers === 'digits' && 'minItems' in schema && 'maxItems' in schema) {
    return listForAjv(schema as ItemCount & { items: { enum?: readonly string[] } });
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !DOCUMENTATION_ONLY.has(keyword))
      .map(([keyword, value]) => [keyword, forAjv(value, numbers)]),
  );
}

function listForAjv({ minItems, maxItems, items }: ItemCount & { items: { enum?: readonly string[] } }) {
  if (items.enum !== undefined) return { wordList: { minItems, maxItems, values: items.enum } };
  return { int64List: { minItems, maxItems } };
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
  int64List: ({ schema }) => {
    const { minItems, maxItems } = schema as ItemCount;
    return `must be ${minItems} to ${maxItems} integers between ${INT64_MIN} and ${INT64_MAX}, separated by commas`;
  },
  wordList: ({ schema }) => {
    const { minItems, maxItems, values } = schema as Words;
    return `must be ${minItems} to ${maxItems} of ${values.join(', ')}, separated by commas`;
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

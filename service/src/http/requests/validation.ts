import { Ajv, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js';
import { ApiError, quote } from '../../core/errors.ts';
import { INT64_MAX, INT64_MIN, int64FromDigits, int64FromJson } from '../../core/int64.ts';
import { InexactNumber } from '../../core/json.ts';
import { once } from '../../core/once.ts';

type Part = 'body' | 'querystring' | 'params' | 'headers';

/** A text format that JSON Schema does not know: undefined if the value has it, else what is wrong. */
export type TextFormats = Readonly<Record<string, (value: string) => string | undefined>>;

/**
 * Builds the validators of the routes' schemas. Int64 values become `bigint` in place: JSON numbers in a body,
 * digits in a query or a path. Every fault is reported, not only the first.
 */
export function buildValidators(formats: TextFormats) {
  return (shared: unknown) => {
    const body = once(() => newAjv(formats, 'json', shared));
    const text = once(() => newAjv(formats, 'digits', shared));
    return (route: unknown) => {
      // Fastify's type names Ajv's own `compile` here; what it passes is the route's definition.
      const { schema, httpPart } = route as FastifyRouteSchemaDef<unknown>;
      const inBody = httpPart === 'body';
      const compile = () =>
        (inBody ? body() : text()).compile(forAjv(schema, inBody ? 'json' : 'digits') as object);
      return compiledLate(compile);
    };
  };
}

/** Compiled when it is first needed: all of them together take a sixth of the start. */
function compiledLate(compile: () => ValidateFunction): ValidateFunction {
  const compiled = once(compile);
  const validate = (data: unknown) => {
    const check = compiled();
    const isValid = check(data);
    validate.errors = check.errors;
    return isValid;
  };
  validate.errors = undefined as ValidateFunction['errors'];
  return validate as ValidateFunction; // Fastify calls it and reads its errors, and nothing else
}

type NumberSource = 'json' | 'digits';

function newAjv(formats: TextFormats, numbers: NumberSource, shared: unknown): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    verbose: true,
    strictTypes: false,
    // The schemas are ours; compiling the schema of schemas takes a sixth of the start.
    meta: false,
    validateSchema: false,
  });
  for (const [name, fault] of Object.entries(formats)) {
    ajv.addFormat(name, (value) => fault(value) === undefined);
  }
  ajv.addKeyword(int64Keyword(numbers === 'json' ? int64FromJson : fromText));
  ajv.addKeyword(countKeyword);
  ajv.addKeyword(int64ListKeyword);
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

/** A whole number in a query: digits only, so neither `1e1` nor ` 5` nor `+5`. */
const countKeyword: FuncKeywordDefinition = {
  keyword: 'count',
  modifying: true,
  errors: false,
  validate: ({ minimum, maximum }: Range, value: unknown, _parent?: unknown, place?: DataValidationCxt) => {
    // The default has already been filled in as a number.
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

/** Int64 values in a query, separated by commas: `style: form` without `explode` in the OpenAPI document. */
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

/** Keywords that only readers of the document need: a `pattern` repeats what a format or the operation checks. */
const FOR_READERS: ReadonlySet<string> = new Set(['examples', 'pattern', 'style', 'explode']);

/** The schema of the document as the validator takes it: its integers are checked by the two keywords above. */
function forAjv(schema: unknown, numbers: NumberSource): unknown {
  if (Array.isArray(schema)) return schema.map((item) => forAjv(item, numbers));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('type' in schema && schema.type === 'integer') return integerForAjv(schema, numbers);
  if (numbers === 'digits' && 'minItems' in schema && 'maxItems' in schema) {
    return { int64List: { minItems: schema.minItems, maxItems: schema.maxItems } };
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !FOR_READERS.has(keyword))
      .map(([keyword, value]) => [keyword, forAjv(value, numbers)]),
  );
}

function integerForAjv(schema: object, numbers: NumberSource): unknown {
  if ('format' in schema && schema.format === 'int64') return { int64: true };
  if (numbers === 'json') return schema;
  const { minimum, maximum, default: preset } = schema as Range & { default?: number };
  return { count: { minimum, maximum }, ...(preset === undefined ? {} : { default: preset }) };
}

/** A path that names nothing, because a part of it is no id; answered by what its route calls not found. */
export class UnknownPath extends Error {
  readonly value: string;

  constructor(value: string) {
    super('The path names nothing');
    this.value = value;
  }
}

/** One message that names every invalid field, what is allowed and what came. */
export function validationError(faults: readonly ErrorObject[], part: Part, formats: TextFormats): Error {
  if (part === 'params') return new UnknownPath(faults[0] === undefined ? '' : describe(faults[0].data));
  const code = part === 'body' ? 'invalid_body' : 'invalid_parameter';
  const sentences = new Map(faults.map((fault) => [fieldOf(fault), sentence(fault, part, formats)]));
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
    return `${field} must be given once, and came ${fault.data.length} times`;
  }
  const wanted = WANTED[fault.keyword]?.(fault, formats) ?? fault.message ?? 'is not valid';
  if (fault.data === null) return `${field} ${wanted}; null is not allowed and removes nothing`;
  return `${field} ${wanted}, and is ${describe(fault.data)}`;
}

function bodySentence(body: unknown): string {
  return body === undefined || body === null
    ? 'The request needs a body: a JSON object'
    : `The body must be a JSON object, and is ${describe(body)}`;
}

const WANTED: Readonly<Record<string, (fault: ErrorObject, formats: TextFormats) => string>> = {
  int64: () => `must be an integer from ${INT64_MIN} to ${INT64_MAX}`,
  count: ({ schema }) =>
    `must be a whole number from ${(schema as Range).minimum} to ${(schema as Range).maximum}`,
  int64List: ({ schema }) => {
    const { minItems, maxItems } = schema as ItemCount;
    return `must be ${minItems} to ${maxItems} integers from ${INT64_MIN} to ${INT64_MAX}, separated by commas`;
  },
  enum: ({ params }) => `must be one of ${(params.allowedValues as string[]).join(', ')}`,
  type: ({ params }) => `must be a ${params.type}`,
  minLength: ({ params }) => `must have at least ${params.limit} character`,
  maxLength: ({ params }) => `must have at most ${Number(params.limit).toLocaleString('en')} characters`,
  format: ({ params, data }, formats) => formats[String(params.format)]?.(String(data)) ?? 'is not valid',
};

function describe(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'an array';
  if (value instanceof InexactNumber) return quote(value.source).slice(1, -1);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

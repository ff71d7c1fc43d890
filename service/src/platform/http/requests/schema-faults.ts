import type { ErrorObject } from 'ajv';
import { quote } from '../../core/errors.ts';
import { type FieldFault, faultOf } from '../../core/field-faults.ts';
import { INT64_MAX, INT64_MIN } from '../../core/int64.ts';
import { InexactNumber } from '../../core/json.ts';
import type { List, Part, Range, TextFormats } from './schema-compiler.ts';
import { memberFault } from './unknown-names.ts';

export interface FaultContext {
  readonly part: Part;
  readonly formats: TextFormats;
  /** The members of a body that may be absent; undefined if the body changes a resource. */
  readonly optional?: readonly string[] | undefined;
}

/** Returns a fault for each invalid field, with the allowed values and the value it got unless it is secret, and one for the unknown members of each object. */
export function schemaFaults(errors: readonly ErrorObject[], context: FaultContext): FieldFault[] {
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties');
  // `if` only precedes the errors of the items of a list.
  const others = errors.filter(({ keyword }) => keyword !== 'additionalProperties' && keyword !== 'if');
  // Of the faults of one field, the last one is the most precise.
  const byField = new Map(others.map((error) => [fieldOf(error), schemaFault(error, context)]));
  const byObject = Map.groupBy(unknown, ({ instancePath }) => instancePath);
  return [...byField.values(), ...[...byObject.values()].map(unknownMembers)];
}

/** Returns the path of a field in a body, or the name of a parameter; empty for the body itself. */
function fieldOf({ instancePath, params, keyword }: ErrorObject): string {
  const path = keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath;
  return path.slice(1).replaceAll('/', '.');
}

/** @param errors the unknown members of one object. */
function unknownMembers(errors: readonly ErrorObject[]): FieldFault {
  const names = errors.map(({ params }) => String(params.additionalProperty));
  const [{ instancePath = '', parentSchema = {} } = {}] = errors;
  return memberFault(
    names,
    Object.keys(parentSchema.properties ?? {}),
    instancePath.slice(1).replaceAll('/', '.'),
  );
}

function schemaFault(error: ErrorObject, { part, formats, optional }: FaultContext): FieldFault {
  const field = fieldOf(error);
  if (error.keyword === 'required') return faultOf(field, 'is required');
  if (field === '') return { fields: [], text: bodySentence(error.data) };
  if (Array.isArray(error.data) && part === 'query') {
    return faultOf(field, `must be given once; got ${error.data.length} values`);
  }
  const expected = EXPECTATIONS[error.keyword]?.(error, formats) ?? error.message ?? 'is not valid';
  if (error.parentSchema?.writeOnly === true) return faultOf(field, expected);
  return faultOf(field, `${expected}; got ${describe(error.data)}${nullAdvice(error.data, field, optional)}`);
}

function nullAdvice(value: unknown, field: string, optional: FaultContext['optional']): string {
  if (value !== null) return '';
  if (optional === undefined) return ', which removes nothing';
  return optional.includes(field) ? '. Leave it out if it has no value' : '';
}

function bodySentence(body: unknown): string {
  return body === undefined || body === null
    ? 'The request needs a body: a JSON object'
    : `The body must be a JSON object; got ${Array.isArray(body) ? 'an array' : `a ${typeof body}`}`;
}

const EXPECTATIONS: Readonly<Record<string, (fault: ErrorObject, formats: TextFormats) => string>> = {
  int64: () => `must be an integer between ${INT64_MIN} and ${INT64_MAX}`,
  nullableInt64: () => `must be an integer between ${INT64_MIN} and ${INT64_MAX}, or null`,
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
  return `${/^(array|integer|object)$/.test(type) ? 'an' : 'a'} ${type}`;
}

export function describe(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'an array';
  if (value instanceof InexactNumber) return quote(value.source).slice(1, -1);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

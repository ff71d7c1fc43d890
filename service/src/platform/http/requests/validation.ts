import type { ValidateFunction } from 'ajv';
import { ApiError } from '../../core/errors.ts';
import { type FieldFault, fieldsError } from '../../core/field-faults.ts';
import { once } from '../../core/tasks/single-flight.ts';
import type { ReceivedBody, Route, RouteValidator, TextParameters, Values } from '../route.ts';
import { parseJsonBody } from './body.ts';
import type { Part, SchemaCompiler, TextFormats } from './schema-compiler.ts';
import { describe, schemaFaults } from './schema-faults.ts';
import { parameterFault } from './unknown-names.ts';

export interface ValidatorOptions {
  readonly compile: SchemaCompiler;
  /** The shared schemas. */
  readonly schemas: readonly object[];
  readonly formats: TextFormats;
}

/** What an optional body means that is absent. */
const EMPTY_OBJECT = Buffer.from('{}');

/**
 * Validates the input of one route by its schemas, and returns the values of their types. An error names every invalid field.
 * Leaves what it gets unchanged.
 */
export class RequestValidator implements RouteValidator {
  readonly #route: Route;
  readonly #options: ValidatorOptions;
  readonly #names: readonly string[];
  readonly #compiled: Partial<Record<Part, ValidateFunction>> = {};
  readonly #members: () => Members;

  constructor(route: Route, options: ValidatorOptions) {
    this.#route = route;
    this.#options = options;
    this.#names = namesIn(route.schema?.query);
    this.#members = once(() => membersOf(route, options.schemas));
  }

  int64Members(): ReadonlySet<string> {
    return this.#members().int64;
  }

  requireValidQuery(query: TextParameters['query']): void {
    this.#query(query);
  }

  parameters({ params, query }: TextParameters): Pick<Values, 'params' | 'query'> {
    const values = this.#query(query);
    return { params: this.#params({ ...params }), query: values };
  }

  values(text: TextParameters, { value, bytes: received }: ReceivedBody, now: number): Values {
    const bytes = received.length === 0 && this.#route.body?.isOptional === true ? EMPTY_OBJECT : received;
    if (this.#route.schema?.body === undefined) return { ...this.parameters(text), body: value, bytes };
    const int64 = this.#route.body?.hasNestedInt64 === true ? 'at any depth' : this.int64Members();
    const json = bytes.length === 0 ? undefined : parseJsonBody(bytes, int64);
    return { ...this.parameters(text), body: this.#body(json, now), bytes };
  }

  /** Returns the values of the parameters that the route has. */
  #query(query: TextParameters['query']): unknown {
    const values: Record<string, unknown> = {};
    for (const name of this.#names) if (query[name] !== undefined) values[name] = query[name];
    const faults = this.#faults('query', values);
    const unknown = unknownParameters(this.#route, this.#names, query);
    if (unknown !== undefined) faults.unshift(unknown);
    if (faults.length > 0) throw fieldsError('invalid_parameter', faults);
    return values;
  }

  #params(params: Record<string, string | undefined>): unknown {
    const isValid = this.#validate('params');
    if (isValid === undefined || isValid(params) === true) return params;
    // The resource of an id that is no int64 cannot exist.
    const { notFound = pathNotFound } = this.#route;
    throw notFound(describe(isValid.errors?.[0]?.data ?? ''));
  }

  #body(json: unknown, now: number): unknown {
    const faults = this.#faults('body', json);
    const { bodyFaults } = this.#route;
    if (bodyFaults !== undefined && isObject(json)) {
      const invalid = new Set(faults.flatMap(({ fields }) => fields.map(memberOf)));
      const valid = Object.fromEntries(Object.entries(json).filter(([name]) => !invalid.has(name)));
      const others = bodyFaults(valid, now);
      faults.push(...others.filter(({ fields }) => !fields.some((field) => invalid.has(memberOf(field)))));
    }
    if (faults.length > 0) throw fieldsError('invalid_body', faults);
    return json;
  }

  /** @param input belongs to this call: the compiled function replaces texts and numbers in it. */
  #faults(part: 'body' | 'query', input: unknown): FieldFault[] {
    const isValid = this.#validate(part);
    if (isValid === undefined || isValid(input) === true) return [];
    const { formats } = this.#options;
    const optional = this.#route.method === 'PATCH' ? undefined : this.#members().optional;
    return schemaFaults(isValid.errors ?? [], { part, formats, optional });
  }

  /** Compiles on the first use: to compile all of them takes a sixth of the start time. */
  #validate(part: Part): ValidateFunction | undefined {
    const schema = this.#route.schema?.[part];
    if (schema !== undefined) this.#compiled[part] ??= this.#options.compile(schema, part);
    return this.#compiled[part];
  }
}

/** The direct members of a body. */
interface Members {
  readonly int64: ReadonlySet<string>;
  readonly optional: readonly string[];
}

/** Returns the members in the schema of a body, which may refer to a shared schema. */
function membersOf({ schema }: Route, schemas: readonly object[]): Members {
  const body: unknown = schema?.body;
  const resolved = isObject(body) && typeof body.$ref === 'string' ? referenced(body.$ref, schemas) : body;
  const { properties, required } = isObject(resolved) ? resolved : {};
  const members = isObject(properties) ? Object.entries(properties) : [];
  const isInt64 = (property: unknown): boolean =>
    isObject(property) && (property.format === 'int64' || isInt64(property.items));
  return {
    int64: new Set(members.filter(([, property]) => isInt64(property)).map(([name]) => name)),
    optional: members
      .map(([name]) => name)
      .filter((name) => !(Array.isArray(required) && required.includes(name))),
  };
}

/** Returns the shared schema with the id `Pet` for `Pet#`. */
function referenced(reference: string, schemas: readonly object[]): object | undefined {
  const id = reference.replace(/#$/, '');
  return schemas.find((schema) => '$id' in schema && schema.$id === id);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns the member of the body that has a field: `adoptionFee` of `adoptionFee.amount`. */
function memberOf(field: string): string {
  return field.split('.', 1)[0] ?? field;
}

function unknownParameters(
  { schema, ignoresUnknownParameters, ignoredParameters = [] }: Route,
  known: readonly string[],
  query: object,
): FieldFault | undefined {
  const given = Object.keys(query).filter((name) => !ignoredParameters.includes(name));
  // A page without a schema reads its parameters itself.
  if (given.length === 0 || schema === undefined) return undefined;
  return parameterFault(given, known, ignoresUnknownParameters === true);
}

/** Returns the names of the properties in the schema of a query or of headers. */
export function namesIn(schema: unknown): string[] {
  const hasProperties = typeof schema === 'object' && schema !== null && 'properties' in schema;
  return hasProperties ? Object.keys(schema.properties ?? {}) : [];
}

export function pathNotFound(): ApiError {
  return new ApiError('route_not_found', 'This path does not exist.');
}

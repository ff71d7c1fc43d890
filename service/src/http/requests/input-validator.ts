import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { once } from '../../core/once.ts';
import { int64Members } from './int64-members.ts';
import { checkParameterNames } from './query-parameters.ts';
import { type SchemaCompiler, type TextFormats, validationError } from './validation.ts';

/** The parameters of a request: text, which the validator replaces by the values of their types. */
export interface Input {
  readonly params: unknown;
  readonly query: unknown;
}

export interface InputSchema {
  readonly schema: FastifySchema | undefined;
  readonly config: FastifyContextConfig;
  readonly compile: SchemaCompiler;
  /** The shared schemas by their ids. */
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly formats: TextFormats;
}

type Validate = (input: unknown) => Error | undefined;

/** Validates the parameters and the body of one operation by the schemas of its route. */
export class InputValidator {
  readonly #route: InputSchema;
  readonly #params: Validate;
  readonly #query: Validate;
  readonly #body: Validate;
  /** Returns the names of the members of the body that are int64. */
  readonly int64Members: () => ReadonlySet<string>;

  constructor(route: InputSchema) {
    this.#route = route;
    this.#params = this.#validator('params', route.schema?.params);
    this.#query = this.#validator('querystring', route.schema?.querystring);
    this.#body = this.#validator('body', route.schema?.body);
    this.int64Members = once(() => int64Members(route.schema?.body, route.schemas));
  }

  /** Returns what is wrong with the parameters; undefined if they are valid. */
  check({ params, query }: Input): Error | undefined {
    const { schema, config } = this.#route;
    return checkParameterNames(query, schema, config) ?? this.#params(params) ?? this.#query(query);
  }

  /** Returns what is wrong with the body; undefined if it is valid, or no schema describes it. */
  checkBody(body: unknown): Error | undefined {
    return this.#body(body);
  }

  #validator(httpPart: 'params' | 'querystring' | 'body', schema: unknown): Validate {
    if (schema === undefined) return () => undefined;
    const { compile, formats } = this.#route;
    // On the first use: to compile all of them takes a sixth of the start time.
    const validate = once(() => compile(schema, httpPart));
    return (input) => {
      const check = validate();
      return check(input) === true ? undefined : validationError(check.errors ?? [], httpPart, formats);
    };
  }
}

import type { FastifyContextConfig, FastifySchema } from 'fastify';
import type { FastifySchemaCompiler } from 'fastify/types/schema.js';
import { once } from '../../core/once.ts';
import { checkParameterNames } from './query-parameters.ts';
import { type TextFormats, validationError } from './validation.ts';

/** The parameters of a request: text, which the validator replaces by the values of their types. */
export interface Input {
  readonly params: unknown;
  readonly query: unknown;
}

export interface InputSchema {
  readonly schema: FastifySchema | undefined;
  readonly config: FastifyContextConfig;
  readonly compile: FastifySchemaCompiler<unknown>;
  readonly formats: TextFormats;
}

/** Validates the parameters of one operation by the schemas of its route, as the framework does for the other operations. */
export class InputValidator {
  readonly #route: InputSchema;
  readonly #params: (input: unknown) => Error | undefined;
  readonly #query: (input: unknown) => Error | undefined;

  constructor(route: InputSchema) {
    this.#route = route;
    this.#params = this.#validator('params', route.schema?.params);
    this.#query = this.#validator('querystring', route.schema?.querystring);
  }

  /** Returns what is wrong with the parameters; undefined if they are valid. */
  check({ params, query }: Input): Error | undefined {
    const { schema, config } = this.#route;
    return checkParameterNames(query, schema, config) ?? this.#params(params) ?? this.#query(query);
  }

  #validator(httpPart: 'params' | 'querystring', schema: unknown): (input: unknown) => Error | undefined {
    if (schema === undefined) return () => undefined;
    const { compile, formats } = this.#route;
    const validate = once(() => compile({ schema, httpPart, method: 'GET', url: '' }));
    return (input) => {
      const check = validate();
      return check(input) === true ? undefined : validationError(check.errors ?? [], httpPart, formats);
    };
  }
}

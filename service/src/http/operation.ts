import type { FastifyContextConfig, FastifyInstance, FastifySchema, HTTPMethods } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { MaybePromise } from '../core/maybe-promise.ts';
import type { Exchange, Operation, Read, ReceiveBody } from './exchange.ts';
import type { Answer } from './responses/answer.ts';
import type { Representation } from './responses/representation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What `server/pipeline.ts` calls for a GET operation whose response it may cache. */
    read?: Read;
    /** What `server/pipeline.ts` calls for any other operation. */
    operation?: Operation;
    /** Receives the body of an operation that does not take JSON. */
    receive?: ReceiveBody;
    /** Who may get the same cached response to a request. By default no response is cached. */
    sharedBy?: 'everyone' | 'account';
  }
}

interface Options<Query extends TSchema, Params extends TSchema, Body extends TSchema> {
  readonly schema: FastifySchema & {
    readonly querystring?: Query;
    readonly params?: Params;
    readonly body?: Body;
  };
  readonly config: FastifyContextConfig;
}

interface TypedInput<Query extends TSchema, Params extends TSchema> {
  readonly query: Static<Query>;
  readonly params: Static<Params>;
}

/** Adds a GET operation that returns a representation. */
export function addRead<Query extends TSchema, Params extends TSchema>(
  app: FastifyInstance,
  path: string,
  { schema, config }: Options<Query, Params, never>,
  read: (exchange: Exchange, input: TypedInput<Query, Params>) => MaybePromise<Representation>,
): void {
  addRoute(app, 'GET', path, { schema, config: { ...config, read: read as Read } });
}

/** Adds an operation that writes, or that sends a stream. */
export function addOperation<Query extends TSchema, Params extends TSchema, Body extends TSchema>(
  app: FastifyInstance,
  method: HTTPMethods,
  path: string,
  { schema, config }: Options<Query, Params, Body>,
  operation: (
    exchange: Exchange,
    input: TypedInput<Query, Params> & { readonly body: Static<Body>; readonly bytes: Buffer },
  ) => MaybePromise<Answer>,
): void {
  addRoute(app, method, path, { schema, config: { ...config, operation: operation as Operation } });
}

/** Adds a path that the pipeline answers. The framework gets the route only for openapi.json. */
export function addRoute(
  app: FastifyInstance,
  method: HTTPMethods,
  url: string,
  route: { schema?: FastifySchema; config?: FastifyContextConfig } = {},
): void {
  app.route({
    ...route,
    method,
    url,
    validatorCompiler: () => () => true,
    handler: () => {
      throw new Error('The pipeline answers this path, so the request does not reach the framework');
    },
  });
}

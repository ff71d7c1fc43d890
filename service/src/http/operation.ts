import type { FastifyContextConfig, FastifyInstance, FastifySchema, HTTPMethods } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { MaybePromise } from '../core/maybe-promise.ts';
import type { Exchange, Operation, Read, ReceiveBody } from './exchange.ts';
import type { Answer } from './responses/answer.ts';
import type { Representation } from './responses/representation.ts';

/** The accounts that may get the same cached response to a request. */
type SharedBy = 'everyone' | 'account' | 'no one';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What `server/pipeline.ts` calls for a GET operation whose response it may cache. */
    read?: Read;
    /** What `server/pipeline.ts` calls for any other operation. */
    operation?: Operation;
    /** Receives the body of an operation that does not take JSON. */
    receive?: ReceiveBody;
    /** `no one` by default. */
    sharedBy?: SharedBy;
  }
}

interface Parts<Query extends TSchema, Params extends TSchema> {
  readonly querystring?: Query;
  readonly params?: Params;
}

interface TypedInput<Query extends TSchema, Params extends TSchema> {
  readonly query: Static<Query>;
  readonly params: Static<Params>;
}

interface ReadOptions<Query extends TSchema, Params extends TSchema> {
  readonly schema: FastifySchema & Parts<Query, Params>;
  readonly config: FastifyContextConfig;
}

type TypedRead<Query extends TSchema, Params extends TSchema> = (
  exchange: Exchange,
  input: TypedInput<Query, Params>,
) => MaybePromise<Representation>;

/** Adds a GET operation that returns a representation. */
export function addRead<Query extends TSchema, Params extends TSchema>(
  app: FastifyInstance,
  path: string,
  { schema, config }: ReadOptions<Query, Params>,
  read: TypedRead<Query, Params>,
): void {
  addRoute(app, 'GET', path, { schema, config: { ...config, read: read as Read } });
}

interface OperationOptions<Query extends TSchema, Params extends TSchema, Body extends TSchema> {
  readonly schema: FastifySchema & Parts<Query, Params> & { readonly body?: Body };
  readonly config: FastifyContextConfig;
}

type TypedOperation<Query extends TSchema, Params extends TSchema, Body extends TSchema> = (
  exchange: Exchange,
  input: TypedInput<Query, Params> & { readonly body: Static<Body>; readonly bytes: Buffer },
) => MaybePromise<Answer>;

/** Adds an operation that writes, or that sends a stream. */
export function addOperation<Query extends TSchema, Params extends TSchema, Body extends TSchema>(
  app: FastifyInstance,
  method: HTTPMethods,
  path: string,
  { schema, config }: OperationOptions<Query, Params, Body>,
  operation: TypedOperation<Query, Params, Body>,
): void {
  addRoute(app, method, path, { schema, config: { ...config, operation: operation as Operation } });
}

/** The framework gets the route only for openapi.json. */
function addRoute(
  app: FastifyInstance,
  method: HTTPMethods,
  url: string,
  route: { schema: FastifySchema; config: FastifyContextConfig },
): void {
  app.route({
    ...route,
    method,
    url,
    handler: () => {
      throw new Error('An operation does not reach the framework');
    },
  });
}

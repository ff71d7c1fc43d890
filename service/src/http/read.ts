import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { MaybePromise } from '../core/maybe-promise.ts';
import type { Exchange, Read } from './exchange.ts';
import type { Representation } from './responses/representation.ts';

/** The accounts that may get the same cached response to a request. */
type SharedBy = 'everyone' | 'account' | 'no one';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What `server/pipeline.ts` calls for a GET operation. Undefined for any other operation. */
    read?: Read;
    /** `no one` by default. */
    sharedBy?: SharedBy;
  }
}

interface ReadOptions<Query extends TSchema, Params extends TSchema> {
  readonly schema: FastifySchema & { readonly querystring?: Query; readonly params?: Params };
  readonly config: FastifyContextConfig;
}

type TypedRead<Query extends TSchema, Params extends TSchema> = (
  exchange: Exchange,
  input: { readonly query: Static<Query>; readonly params: Static<Params> },
) => MaybePromise<Representation>;

/** Adds a GET operation. `server/pipeline.ts` calls `read`. The framework gets the route only for openapi.json. */
export function addRead<Query extends TSchema, Params extends TSchema>(
  app: FastifyInstance,
  path: string,
  { schema, config }: ReadOptions<Query, Params>,
  read: TypedRead<Query, Params>,
): void {
  app.get(path, { schema, config: { ...config, read: read as Read } }, () => {
    throw new Error('A read does not reach the framework');
  });
}

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Principal } from '../accounts/api-key-cache.ts';

export interface AccessedRequest {
  /** As the interface names it; `none` where nothing answers. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly elapsedMs: number;
  readonly principal: Principal | undefined;
}

/** One line for a request; the operation is named, never the query or the key. */
export function logRequest(
  log: FastifyBaseLogger,
  { operation, method, status, elapsedMs, principal }: AccessedRequest,
): void {
  log.info({ operation, method, status, ms: Math.round(elapsedMs), account: principal?.account.name });
}

/** One line per request that the framework answers. */
export function logAccess(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request.log, {
      operation: request.routeOptions.schema?.operationId ?? 'none',
      method: request.method,
      status: reply.statusCode,
      elapsedMs: reply.elapsedTime,
      principal: request.authentication?.principal,
    });
    done();
  });
}

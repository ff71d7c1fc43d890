import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Principal } from '../accounts/api-key-cache.ts';

export interface AccessedRequest {
  /** The `operationId`; `none` for a request without a route. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly elapsedMs: number;
  readonly principal: Principal | undefined;
}

/** Logs one line for a request. The line never contains the query or the key. */
export function logRequest(
  log: FastifyBaseLogger,
  { operation, method, status, elapsedMs, principal }: AccessedRequest,
): void {
  log.info({ operation, method, status, ms: Math.round(elapsedMs), account: principal?.account.name });
}

/** Logs each request to which the framework responds. */
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

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unavailable } from '../../core/errors.ts';

/** Beyond this, requests would only wait for each other. */
const MAX_CONCURRENT_REQUESTS = 1_000;
/** While fewer places are taken, one account may hold them all. */
const SCARCE_FROM = 1 / 2;
/** The part of all places that one account may hold when they are scarce. */
const ACCOUNT_SHARE = 1 / 4;

export interface ConcurrencyLimitOptions {
  max?: number;
  accountOf(request: FastifyRequest): bigint;
}

/**
 * Limits the requests whose handlers run at the same time; the others get 503. A place is free again when the handler
 * has made its response, however long the client takes to read it, and not before, even if the client disconnects.
 *
 * Add it after all other `preHandler` hooks: Fastify ends a request silently if its client disconnects while a hook waits.
 */
export function limitConcurrency(
  app: FastifyInstance,
  { max = MAX_CONCURRENT_REQUESTS, accountOf }: ConcurrencyLimitOptions,
): void {
  const running = new Map<FastifyRequest, bigint>();
  const runningByAccount = new Map<bigint, number>();

  app.addHook('preHandler', (request, reply, done) => {
    // The client disconnected while a hook waited. Fastify runs neither the handler nor `onSend`.
    if (reply.raw.destroyed) return;
    const account = accountOf(request);
    const ofAccount = runningByAccount.get(account) ?? 0;
    if (!hasCapacity({ running: running.size, ofAccount, max })) {
      return done(unavailable('The service has too much to do. Try again in a moment.'));
    }
    running.set(request, account);
    runningByAccount.set(account, ofAccount + 1);
    done();
  });

  app.addHook('onSend', (request, _reply, _payload, done) => {
    const account = running.get(request);
    if (account === undefined) return done();
    running.delete(request);
    const left = (runningByAccount.get(account) ?? 1) - 1;
    if (left === 0) runningByAccount.delete(account);
    else runningByAccount.set(account, left);
    done();
  });
}

interface Usage {
  running: number;
  ofAccount: number;
  max: number;
}

/** Returns true if one more request of the account may run. */
export function hasCapacity({ running, ofAccount, max }: Usage): boolean {
  if (running < max * SCARCE_FROM) return true;
  return running < max && ofAccount < max * ACCOUNT_SHARE;
}

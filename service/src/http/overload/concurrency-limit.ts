import type { FastifyInstance, FastifyRequest } from 'fastify';
import { overloadError } from './overload-error.ts';

/** More concurrent requests would only wait for each other. */
const MAX_CONCURRENT_REQUESTS = 1_000;
/** The share of slots from which they are scarce. Below it, one account may use all of them. */
const SCARCE_FROM = 1 / 2;
/** The share of all slots that one account may use while they are scarce. */
const ACCOUNT_SHARE = 1 / 4;

export interface ConcurrencyLimitOptions {
  max?: number;
  accountOf(request: FastifyRequest): bigint;
}

/**
 * Limits the requests whose handlers run concurrently; the others get 503. A request uses its slot until its handler has
 * returned a response. It does not matter how fast the client reads, or whether it disconnects.
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
    // The client disconnected while a hook waited. Fastify would run neither the handler nor `onSend`.
    if (reply.raw.destroyed) return;
    const account = accountOf(request);
    const ofAccount = runningByAccount.get(account) ?? 0;
    if (!hasCapacity({ running: running.size, ofAccount, max })) {
      return done(overloadError());
    }
    running.set(request, account);
    runningByAccount.set(account, ofAccount + 1);
    done();
  });

  app.addHook('onSend', (request, _reply, _payload, done) => {
    const account = running.get(request);
    if (account === undefined) return done();
    running.delete(request);
    const remaining = (runningByAccount.get(account) ?? 1) - 1;
    if (remaining === 0) runningByAccount.delete(account);
    else runningByAccount.set(account, remaining);
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

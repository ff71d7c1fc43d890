import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** The response header of `/readyz` that tells one store from another. */
export const STORE_HEADER = 'x-petstore-store';

/** Whether the process should get requests; a message says why not, or what is not as it should be all the same. */
export type Readiness = { ready: true; note?: string | undefined } | { ready: false; why: string };

/** Identifies a store without naming it: a digest, since the response needs no key. */
export function storeId(installation: string): string {
  return createHash('sha256').update(installation).digest('hex').slice(0, 16);
}

/** `/healthz`: the process lives. `/readyz`: its stores answer and it is not shutting down. Neither needs a key. */
export function answerHealth(
  app: FastifyInstance,
  installation: string,
  readiness: () => Promise<Readiness>,
): void {
  const store = storeId(installation);
  app.get('/healthz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/readyz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store').header(STORE_HEADER, store);
    const state = await readiness();
    if (state.ready) return { status: 'ready', note: state.note };
    return reply.code(503).header('Retry-After', '1').send({ status: 'not ready', why: state.why });
  });
}

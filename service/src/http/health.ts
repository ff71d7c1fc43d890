import type { FastifyInstance } from 'fastify';

/** Whether the process should get requests; a message says why not, or what is not as it should be all the same. */
export type Readiness = { ready: true; note?: string | undefined } | { ready: false; why: string };

/** `/healthz`: the process lives. `/readyz`: its stores answer and it is not shutting down. Neither needs a key. */
export function answerHealth(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/readyz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const state = await readiness();
    if (state.ready) return { status: 'ready', note: state.note };
    return reply.code(503).header('Retry-After', '1').send({ status: 'not ready', why: state.why });
  });
}

import type { preHandlerHookHandler } from 'fastify';
import { unavailable } from '../core/errors.ts';

/** Above this they wait for the store longer than anybody should, and would only wait for each other. */
const MOST_AT_WORK = 1_000;

/** Bounds the requests that wait for the store: beyond them the next are 503 at once. */
export function boundWork(most = MOST_AT_WORK): preHandlerHookHandler {
  let atWork = 0;
  return (_request, reply, done) => {
    // Gone while its key or its quota was asked for: nobody is left to answer, and no end of it would be told.
    if (reply.raw.destroyed) return;
    if (atWork >= most) return done(unavailable('The service has too much to do. Try again in a moment.'));
    atWork += 1;
    reply.raw.once('close', () => {
      atWork -= 1;
    });
    done();
  };
}

import type { onRequestHookHandler } from 'fastify';

/**
 * Header fields of every response, errors and responses without a body included. Each response could be compressed or
 * is one of several that could be (`Vary`: RFC 9110, section 12.5.5), and none may be taken for another type.
 */
export const CONSTANT_HEADERS = { 'X-Content-Type-Options': 'nosniff', Vary: 'Accept-Encoding' } as const;

export const sendConstantHeaders: onRequestHookHandler = (_request, reply, done) => {
  reply.headers(CONSTANT_HEADERS);
  done();
};

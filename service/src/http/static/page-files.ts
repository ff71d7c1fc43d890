import type { FastifyReply } from 'fastify';

/** A file of a page, as a buffer that is the same each time: so its compressed forms are made once. */
export interface PageFile {
  readonly type: string;
  readonly content: Buffer;
}

export function pageFile(type: string, content: string | Buffer): PageFile {
  return { type, content: Buffer.from(content) };
}

export function sendPageFile(
  reply: FastifyReply,
  { type, content }: PageFile,
  cacheControl: string,
): FastifyReply {
  return securityHeaders(reply).header('Cache-Control', cacheControl).type(type).send(content);
}

/** Header fields of every page, beside those of every response. */
export function securityHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
}

import type { FastifyReply } from 'fastify';

/** A static file. All requests share its buffer, so that it is compressed only once for each content coding. */
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

/** Adds the header fields that pages have in addition to those of every response. */
export function securityHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
}

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** A file of a page, ready to be sent. */
export interface PageFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
}

export async function pageFile(type: string, content: string | Buffer): Promise<PageFile> {
  const plain = Buffer.from(content);
  return { type, plain, compressed: await compress(plain) };
}

/** Answers with a file, compressed for whoever accepts that. */
export function sendPageFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, compressed }: PageFile,
  cacheControl: string,
): FastifyReply {
  securityHeaders(reply).headers({ 'Cache-Control': cacheControl }).type(type);
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(plain);
  return reply.header('Content-Encoding', 'gzip').send(compressed);
}

/** Header fields of every page, beside those of every response. */
export function securityHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
}

function acceptsGzip(header = ''): boolean {
  return header.split(',').some((coding) => /^\s*(x-)?gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}

import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { codingFor, compress } from './compress.ts';
import type { Coding } from './content-coding.ts';
import { codedTag } from './etag.ts';

/**
 * Compresses what the client wants compressed, if its sender did not. The response to HEAD gets the header fields of the
 * response to GET. All bodies of the service are text.
 */
export const compressResponses: onSendHookHandler = (request, reply, body, done) => {
  if (!(typeof body === 'string' || Buffer.isBuffer(body)) || reply.hasHeader('content-encoding'))
    return done();
  const coding = codingFor(request.headers['accept-encoding'], body);
  if (coding === undefined) return done();
  setCoding(reply, coding);
  const compressed = typeof body === 'string' ? compress(body, coding) : compressOnce(body, coding);
  if (compressed instanceof Promise) {
    compressed.then(
      (bytes) => done(null, bytes),
      (error: Error) => done(error),
    );
  } else done(null, compressed);
};

/** Marks a response as compressed, and names its bytes by a tag of their own. */
export function setCoding(reply: FastifyReply, coding: Coding): void {
  reply.header('Content-Encoding', coding);
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string') reply.header('ETag', codedTag(etag, coding));
}

type Forms = Partial<Record<Coding, Buffer | Promise<Buffer>>>;

/** The compressed forms of constant bodies, such as the files of a page, which are sent as the same buffer each time. */
const forms = new WeakMap<Buffer, Forms>();

function compressOnce(body: Buffer, coding: Coding): Buffer | Promise<Buffer> {
  const known = forms.get(body) ?? {};
  forms.set(body, known);
  known[coding] ??= compress(body, coding);
  return known[coding];
}

/** The tag of a response with this body, compressed as this client wants it: that of a 304, which has no body. */
export function etagFor({ headers }: FastifyRequest, etag: string, body: string | Buffer): string {
  const coding = codingFor(headers['accept-encoding'], body);
  return coding === undefined ? etag : codedTag(etag, coding);
}

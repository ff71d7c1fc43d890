import type { FastifyReply, onSendHookHandler } from 'fastify';
import { codingFor, compress } from './compress.ts';
import type { Coding } from './content-coding.ts';
import { codedTag } from './etag.ts';

/**
 * Compresses a response of the framework as its client accepts it. All bodies of the service are text. The response to
 * HEAD has the header fields of the response to GET.
 */
export const compressResponses: onSendHookHandler = (request, reply, body, done) => {
  if (!(typeof body === 'string' || Buffer.isBuffer(body))) return done();
  const coding = codingFor(request.headers['accept-encoding'], Buffer.byteLength(body));
  if (coding === undefined) return done();
  setCoding(reply, coding);
  const compressed =
    typeof body === 'string' ? compress(Buffer.from(body), coding) : compressOnce(body, coding);
  if (compressed instanceof Promise) {
    compressed.then(
      (bytes) => done(null, bytes),
      (error: Error) => done(error),
    );
  } else done(null, compressed);
};

/** Sets `Content-Encoding`, and the `ETag` of the compressed representation. */
function setCoding(reply: FastifyReply, coding: Coding): void {
  reply.header('Content-Encoding', coding);
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string') reply.header('ETag', codedTag(etag, coding));
}

type Forms = Partial<Record<Coding, Buffer | Promise<Buffer>>>;

/** The compressed forms of constant bodies, such as static files, which are the same buffer in each response. */
const forms = new WeakMap<Buffer, Forms>();

function compressOnce(body: Buffer, coding: Coding): Buffer | Promise<Buffer> {
  const cached = forms.get(body) ?? {};
  forms.set(body, cached);
  cached[coding] ??= compress(body, coding);
  return cached[coding];
}

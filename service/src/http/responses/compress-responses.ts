import type { FastifyReply, onSendAsyncHookHandler } from 'fastify';
import { codingFor, compress } from './compress.ts';
import type { Coding } from './content-coding.ts';
import { codedTag } from './etag.ts';

/**
 * Compresses a response of the framework as its client accepts it. All bodies of the service are text. The response to
 * HEAD has the header fields of the response to GET.
 */
export const compressResponses: onSendAsyncHookHandler = async (request, reply, body) => {
  if (!(typeof body === 'string' || Buffer.isBuffer(body))) return body;
  const coding = codingFor(request.headers['accept-encoding'], Buffer.byteLength(body));
  if (coding === undefined) return body;
  setCoding(reply, coding);
  return typeof body === 'string' ? compress(Buffer.from(body), coding) : compressOnce(body, coding);
};

/** Sets `Content-Encoding`, and the `ETag` of the compressed representation. */
function setCoding(reply: FastifyReply, coding: Coding): void {
  reply.header('Content-Encoding', coding);
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string') reply.header('ETag', codedTag(etag, coding));
}

type CompressedBodies = Partial<Record<Coding, Buffer | Promise<Buffer>>>;

/** Of constant bodies, such as static files, which are the same buffer in each response. */
const compressedBodies = new WeakMap<Buffer, CompressedBodies>();

function compressOnce(body: Buffer, coding: Coding): Buffer | Promise<Buffer> {
  const cached = compressedBodies.get(body) ?? {};
  compressedBodies.set(body, cached);
  cached[coding] ??= compress(body, coding);
  return cached[coding];
}

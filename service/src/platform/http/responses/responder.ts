import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { markDownload } from '../connections/send-queue.ts';
import type { UnreadBodies } from '../connections/unread-bodies.ts';
import type { UnreadResponses } from '../connections/unread-responses.ts';
import type { GracefulShutdown } from '../graceful-shutdown.ts';
import type { Answer, Exchange } from '../route.ts';
import { JSON_TYPE, QUOTA_HEADERS } from './answer.ts';
import { type ByteString, byteString, type Coding, codingFor, compress } from './content-coding.ts';
import { codedTag, hasCurrent } from './etag.ts';
import { Representation } from './representation.ts';

export interface ResponderOptions {
  shutdown: GracefulShutdown;
  unread: UnreadResponses;
  bodies: UnreadBodies;
  /** Called for each response. */
  observe: (exchange: Exchange, status: number) => void;
}

interface Outgoing {
  readonly response: ServerResponse;
  readonly status: number;
  readonly headers: string[];
  readonly body: ByteString | Buffer | undefined;
}

/** How many responses are written together at most. */
const MAX_BATCH = 64;

/** Sends answers. It sets all header fields of a response at once. */
export class Responder {
  readonly #options: ResponderOptions;
  readonly #outgoing: Outgoing[] = [];

  constructor(options: ResponderOptions) {
    this.#options = options;
  }

  readonly send = (exchange: Exchange, found: Answer): void => {
    const answer = unlessCurrent(exchange, found);
    if (answer.stream !== undefined) {
      this.#stream(exchange, answer, answer.stream);
      return;
    }
    if (answer.follow !== undefined) {
      this.#begin(exchange, answer);
      answer.follow(exchange.response);
      return;
    }
    const encoded = encodedBody(exchange.request.headers['accept-encoding'], answer);
    if (encoded instanceof Promise) {
      this.#options.shutdown.trackResponse(exchange.response);
      encoded.then((settled) => this.#queue(exchange, answer, settled));
    } else this.#queue(exchange, answer, encoded);
  };

  #queue(
    exchange: Exchange,
    { status, headers, type = JSON_TYPE }: Answer,
    { body, etag, coding }: EncodedBody,
  ): void {
    const { response } = exchange;
    const fields = fieldsOf(exchange, headers);
    if (etag !== undefined) fields.push('etag', etag);
    if (coding !== undefined) fields.push('content-encoding', coding);
    if (body !== undefined) fields.push('content-type', type, 'content-length', String(body.length));
    const hasToClose = this.#options.bodies.endReading(exchange) || hasUnreadBody(exchange, status);
    if ((hasToClose || this.#isShuttingDown) && !hasConnection(headers)) fields.push('connection', 'close');
    this.#flushLater({ response, status, headers: fields, body });
    this.#options.observe(exchange, status);
  }

  get #isShuttingDown(): boolean {
    return this.#options.shutdown.isShuttingDown;
  }

  /** Sends a body while it is read, as fast as the client reads it. */
  #stream(exchange: Exchange, answer: Answer, stream: Stream): void {
    const { response, method } = exchange;
    markDownload(response);
    this.#begin(exchange, answer);
    if (method === 'HEAD') response.end();
    // After an error it has destroyed the connection, so that the client does not take a part for the whole.
    else pipeline(inTurns(stream), response).catch(() => {});
  }

  /** Sends the head of a response whose body follows. */
  #begin(exchange: Exchange, { status, headers, type = JSON_TYPE }: Answer): void {
    const { response } = exchange;
    this.#options.shutdown.trackResponse(response);
    const fields = [...fieldsOf(exchange, headers), 'content-type', type];
    if (this.#isShuttingDown) fields.push('connection', 'close');
    response.writeHead(status, fields);
    this.#options.observe(exchange, status);
  }

  /**
   * Writes the responses of one event-loop turn together. Writing each one separately wakes the client process every time,
   * which costs more than building the response. With a thousand connections a turn has a thousand of them, whose garbage is
   * copied again and again while they wait, which took a quarter of the time: so they are written in batches.
   */
  #flushLater(outgoing: Outgoing): void {
    this.#outgoing.push(outgoing);
    if (this.#outgoing.length === 1) setImmediate(this.#flush);
    else if (this.#outgoing.length >= MAX_BATCH) this.#flush();
  }

  readonly #flush = (): void => {
    for (const { response, status, headers, body } of this.#outgoing.splice(0)) {
      response.writeHead(status, headers);
      response.end(body, 'latin1');
      if (response.writableLength === 0) continue;
      // The client has not read all of the response yet, so it is still in flight.
      this.#options.shutdown.trackResponse(response);
      this.#options.unread.add(response, body);
    }
  };
}

function hasConnection(headers: readonly string[]): boolean {
  return headers.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'connection');
}

/** Returns true if the body was not read to its end, so that the next request cannot be found on the connection. */
function hasUnreadBody({ body, request }: Exchange, status: number): boolean {
  return body === 'arriving' && (status >= 500 || !request.complete);
}

type Stream = NonNullable<Answer['stream']>;

/** Lets other requests run between two parts of a body. */
async function* inTurns(stream: Stream): Stream {
  for await (const part of stream) {
    yield part;
    await nextTurn();
  }
}

function fieldsOf({ id, responseHeaders, quotaHeaders }: Exchange, headers: readonly string[]): string[] {
  const fields = ['x-request-id', id, ...responseHeaders];
  if (quotaHeaders !== undefined) {
    for (const name of QUOTA_HEADERS) fields.push(name, quotaHeaders[name]);
  }
  fields.push(...headers);
  return fields;
}

/** Returns 304 without a body (RFC 9110, section 15.4.5) for a read whose `If-None-Match` names the tag of the answer. */
function unlessCurrent({ request, method }: Exchange, answer: Answer): Answer {
  const { status, headers, etag, body } = answer;
  if (request.headers['if-none-match'] === undefined || etag === undefined || status !== 200) return answer;
  if (body instanceof Representation && !body.isStored) return answer;
  if ((method !== 'GET' && method !== 'HEAD') || !hasCurrent(request, etag)) return answer;
  const size = body instanceof Representation ? body.body.length : 0;
  const coding = codingFor(request.headers['accept-encoding'], size);
  return { status: 304, headers, etag: coding === undefined ? etag : codedTag(etag, coding) };
}

/** A body as it is sent. */
interface EncodedBody {
  readonly body?: ByteString | Buffer;
  readonly etag: string | undefined;
  readonly coding?: Coding;
}

/** Returns the body in the content coding that the client prefers: a promise if it is too large to be compressed synchronously. */
function encodedBody(acceptEncoding: string | undefined, { body, etag }: Answer): MaybePromise<EncodedBody> {
  if (body === undefined) return { etag };
  if (typeof body !== 'string' && !(body instanceof Representation)) return { body, etag };
  const plain = body instanceof Representation ? body.body : byteString(body);
  const coding = codingFor(acceptEncoding, plain.length);
  if (coding === undefined) return { body: plain, etag };
  const compressed = body instanceof Representation ? body.compressed(coding) : compress(plain, coding);
  const withCoding = (bytes: Buffer) => ({ body: bytes, etag: etag && codedTag(etag, coding), coding });
  if (!(compressed instanceof Promise)) return withCoding(compressed);
  return compressed.then(withCoding, () => ({ body: plain, etag }));
}

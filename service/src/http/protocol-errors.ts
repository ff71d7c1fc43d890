import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { BODY_LIMIT_BYTES } from './json-body.ts';

type Headers = Readonly<Record<string, string>>;

export interface ProtocolErrorOptions {
  /** The headers of every answer for which no request could be read. */
  headersFor(peerAddress: string | undefined): Headers;
  requestId(): string;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Answers what never becomes a request of the framework: broken HTTP, headers that are too large or too slow, CONNECT.
 * The answers have the same shape and headers as all others.
 */
export class ProtocolErrors {
  readonly #options: ProtocolErrorOptions;
  readonly #latest = new WeakMap<Socket, Exchange>();

  constructor(options: ProtocolErrorOptions) {
    this.#options = options;
  }

  /** Adds what must be known of each connection; give `answer` to Fastify as its `clientErrorHandler`. */
  attach(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      this.#latest.set(request.raw.socket, { request, reply });
      done();
    });
    // Node would answer 417 by itself, without our headers; `checkRequestHead` answers it instead.
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    app.server.on('connect', (_request, socket: Socket) => this.#write(socket, this.#connectRefused()));
  }

  readonly answer = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const latest = this.#latest.get(socket);
    if (latest === undefined) this.#write(socket, toApiError(error));
    else this.#answerAfter(latest, error, socket);
  };

  #answerAfter({ request, reply }: Exchange, error: NodeJS.ErrnoException, socket: Socket): void {
    const { complete } = request.raw;
    const { writableEnded, headersSent } = reply.raw;
    if (complete && writableEnded) this.#write(socket, toApiError(error));
    else if (complete) reply.raw.once('finish', () => this.#write(socket, toApiError(error)));
    // Answered before its body had arrived: a second answer would be taken for that of another request.
    else if (writableEnded || headersSent) socket.destroy();
    else this.#write(socket, toApiError(error), request);
  }

  #connectRefused(): ApiError {
    return new ApiError('method_not_allowed', 'This is no proxy: CONNECT is not possible.', {
      headers: { Allow: 'GET, HEAD, POST' },
    });
  }

  #write(socket: Socket, error: ApiError, request?: FastifyRequest): void {
    if (!socket.writable) return;
    const body = JSON.stringify(error.toBody());
    const counted = request?.quotaHeaders ?? undefined;
    const headers: Headers = {
      ...this.#options.headersFor(socket.remoteAddress),
      ...counted,
      ...error.headers,
      'X-Request-Id': request?.id ?? this.#options.requestId(),
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
      Date: new Date().toUTCString(),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  }
}

function toApiError(error: NodeJS.ErrnoException): ApiError {
  const known = PARSER_ERRORS[error.code ?? ''];
  return (
    known?.() ?? new ApiError('invalid_parameter', 'The request is not HTTP/1.1 as RFC 9112 defines it.')
  );
}

/** What Node's parser reports, by its code; everything else is a malformed request. */
const PARSER_ERRORS: Readonly<Record<string, () => ApiError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new ApiError(
      'request_timeout',
      'The request did not arrive in time. Send its headers within 10 s, all of it within 30 s.',
    ),
  HPE_HEADER_OVERFLOW: () =>
    new ApiError('headers_too_large', 'The request line and the headers must be at most 16 KiB together.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new ApiError(
      'payload_too_large',
      `The body must be at most ${BODY_LIMIT_BYTES} bytes, without large chunk extensions.`,
    ),
};

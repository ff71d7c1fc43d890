import type { IncomingMessage, ServerResponse as Response } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../../core/clock.ts';
import { ApiError } from '../../core/errors.ts';
import { ServerResponse, STATUS_CODES } from '../node-http.ts';
import { BODY_LIMIT_BYTES } from '../requests/json-body.ts';

type Headers = Readonly<Record<string, string>>;

/** A client that has neither sent a byte nor read one of its answer for this long is gone. */
const STALLED_TIMEOUT = 60 * SECOND;
/** How long a client may take to notice that nothing more of it is heard. */
const LINGER = 2 * SECOND;
/** Only these wait for their body: any other request is already being done when its body turns out to be broken. */
const READ_THEIR_BODY: ReadonlySet<string> = new Set(['POST', 'PATCH']);

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
  /** The response to the latest request of a connection that was pipelined. */
  readonly #pipelined = new WeakMap<Socket, Response>();
  /** They have had their last answer; what else they send changes nothing. */
  readonly #ended = new WeakSet<Socket>();

  constructor(options: ProtocolErrorOptions) {
    this.#options = options;
  }

  /** Adds what must be known of each connection; give `answer` to Fastify as its `clientErrorHandler`. */
  attach(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => this.#keepLatest(request, reply, done));
    app.server.timeout = STALLED_TIMEOUT;
    // It is what Node calls after an answer that closes the connection.
    app.server.on('connection', (socket: Socket) => {
      socket.destroySoon = () => hangUp(socket);
    });
    // Their size bounds them. Node would leave out those after the 2,000th and say nothing.
    app.server.maxHeadersCount = 0;
    // Node would answer 417 by itself, without our headers; `checkRequestHead` answers it instead.
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    app.server.on('checkContinue', (request: IncomingMessage, response: Response) => {
      // Who asks first does not send what is refused anyway.
      if (!(Number(request.headers['content-length']) > BODY_LIMIT_BYTES)) response.writeContinue();
      app.server.emit('request', request, response);
    });
    app.server.on('connect', (_request, socket: Socket) =>
      this.#whenFree(socket, () => this.#write(socket, this.#connectRefused())),
    );
  }

  /** Call it for each request that has to wait for its turn on its connection, before it reaches the framework. */
  readonly trackPipelined = ({ socket }: IncomingMessage, response: Response): void => {
    this.#pipelined.set(socket, response);
  };

  /** What follows a response that closes the connection is not done (RFC 9112, section 9.6). */
  #keepLatest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const { socket } = request.raw;
    this.#latest.set(socket, { request, reply });
    if (socket.writable) done();
  }

  readonly respond = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (this.#ended.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const pipelined = this.#pipelined.get(socket);
    if (pipelined !== undefined && isWaiting(pipelined)) {
      pipelined.once('socket', () => this.respond(error, socket));
      return;
    }
    const latest = this.#latest.get(socket);
    if (isYetToBeTakenUp(socket, latest)) {
      setImmediate(() => this.respond(error, socket));
      return;
    }
    if (latest === undefined || latest.request.raw.complete) {
      this.#whenFree(socket, () => this.#write(socket, toApiError(error)));
    } else {
      this.#answerInstead(latest, error, socket);
    }
  };

  /** Acts when all requests that were read from the connection are answered. */
  #whenFree(socket: Socket, act: () => void): void {
    const latest = this.#latest.get(socket)?.reply.raw;
    const pending = latest === undefined || isSent(latest) ? answerBeingSent(socket) : latest;
    if (pending === undefined) act();
    else pending.once('finish', () => this.#whenFree(socket, act));
  }

  /** Ends a request whose body does not arrive as it should. */
  #answerInstead({ request, reply }: Exchange, error: NodeJS.ErrnoException, socket: Socket): void {
    const { raw } = reply;
    // Answered although its body had not arrived: a second answer would be taken for that of another request.
    if (isSent(raw)) socket.destroy();
    else if (raw.headersSent) raw.once('finish', () => socket.destroy());
    // Being done already: its own answer says how that ended.
    else if (!READ_THEIR_BODY.has(request.method)) raw.once('finish', () => socket.destroy());
    else this.#write(socket, toApiError(error), request);
  }

  #connectRefused(): ApiError {
    return new ApiError('method_not_allowed', 'This is no proxy: CONNECT is not possible.', {
      headers: { Allow: 'GET, HEAD, OPTIONS, POST' },
    });
  }

  #write(socket: Socket, error: ApiError, request?: FastifyRequest): void {
    if (!socket.writable) return;
    this.#ended.add(socket);
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
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    hangUp(socket);
  }
}

/**
 * Closes a connection so that its last answer arrives. Closed at once, with bytes unread, it would be reset, and who
 * is still sending would lose the answer that says to stop (RFC 9112, section 9.6).
 */
function hangUp(socket: Socket): void {
  socket.end();
  const cut = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once('close', () => clearTimeout(cut));
}

/** Whether an earlier request of the connection is still to be answered first; Node says when that is done. */
function isWaiting({ socket, writableFinished }: Response): boolean {
  return socket === null && !writableFinished;
}

function isSent({ socket, writableFinished }: Response): boolean {
  return socket === null && writableFinished;
}

/** Whether the request that the connection is at waits for its turn, and nothing is known of it here. */
function isYetToBeTakenUp(socket: Socket, latest: Exchange | undefined): boolean {
  const current = answerBeingSent(socket);
  return current !== undefined && !current.headersSent && current !== latest?.reply.raw;
}

/** The answer that is on its way to the client, whoever gave it. */
function answerBeingSent(socket: Socket): Response | undefined {
  const current: unknown = Reflect.get(socket, '_httpMessage');
  return current instanceof ServerResponse ? current : undefined;
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

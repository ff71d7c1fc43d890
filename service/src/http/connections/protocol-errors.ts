import type { IncomingMessage, ServerResponse as Response } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../../core/clock.ts';
import { ApiError } from '../../core/errors.ts';
import { ServerResponse, STATUS_CODES } from '../node-http.ts';
import { BODY_LIMIT_BYTES } from '../requests/json-body.ts';
import { errorResponse } from '../responses/error-handler.ts';
import { JSON_TYPE } from '../responses/json-response.ts';
import { closeLingering } from './lingering-close.ts';
import { parserError } from './parser-errors.ts';

/**
 * Sends the responses to what never becomes a request of the framework: malformed HTTP, headers that are too large or too
 * slow, and CONNECT. They have the same shape and headers as all other responses.
 *
 * Node reports such an error for a connection, not for a request. The response depends on what the connection is doing:
 *
 * | the connection                                        | the error                                             |
 * |-------------------------------------------------------|-------------------------------------------------------|
 * | has had its last response                             | is ignored                                            |
 * | was reset, or cannot be written                       | gets no response; the socket is destroyed             |
 * | has a pipelined request that waits for its turn       | is handled again when that request has its turn       |
 * | has a request that the framework has not seen yet     | is handled again in the next turn of the event loop   |
 * | has no request whose body is being read               | gets a response after all earlier responses           |
 * | reads the body of a POST or PATCH                     | gets a response instead of that request               |
 * | reads another body, or has begun that response        | gets no response; the connection closes after its own |
 *
 * After a response here the connection is closed: the parser cannot find the next request (RFC 9112, section 9.6).
 */
export class ProtocolErrors {
  readonly #options: ProtocolErrorOptions;
  readonly #latest = new WeakMap<Socket, Exchange>();
  /** The response to the latest pipelined request of each connection. */
  readonly #pipelined = new WeakMap<Socket, Response>();
  /** The connections that have had their last response. */
  readonly #ended = new WeakSet<Socket>();

  constructor(options: ProtocolErrorOptions) {
    this.#options = options;
  }

  /** Adds the listeners that this class needs. Pass `respond` to Fastify as its `clientErrorHandler`. */
  attach(app: FastifyInstance): void {
    const { server } = app;
    app.addHook('onRequest', (request, reply, done) => this.#trackRequest(request, reply, done));
    server.timeout = IDLE_TIMEOUT_MS;
    // Node calls `destroySoon` after a response that closes the connection.
    server.on('connection', (socket: Socket) => {
      socket.destroySoon = () => closeLingering(socket);
    });
    // `maxHeaderSize` limits the headers. By default Node drops those after the 2,000th without an error.
    server.maxHeadersCount = 0;
    // By default Node sends a 417 without our headers; `checkRequestHead` sends it instead.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('checkContinue', (request: IncomingMessage, response: Response) => {
      // Without `100 Continue`, the client does not send a body that would be refused.
      if (!(Number(request.headers['content-length']) > BODY_LIMIT_BYTES)) response.writeContinue();
      server.emit('request', request, response);
    });
    server.on('connect', (_request, socket: Socket) =>
      this.#afterResponses(socket, () => this.#send(socket, connectRefused())),
    );
  }

  /** Call it for each pipelined request before it reaches the framework. */
  readonly trackPipelined = ({ socket }: IncomingMessage, response: Response): void => {
    this.#pipelined.set(socket, response);
  };

  /** Stops a request that follows a response that closes the connection (RFC 9112, section 9.6). */
  #trackRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
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
    if (isBeforeFramework(socket, latest)) {
      setImmediate(() => this.respond(error, socket));
      return;
    }
    if (latest === undefined || latest.request.raw.complete) {
      this.#afterResponses(socket, () => this.#send(socket, parserError(error)));
    } else {
      this.#respondToBodyError(latest, error, socket);
    }
  };

  /** Calls `act` when the responses to all requests of the connection are sent. */
  #afterResponses(socket: Socket, act: () => void): void {
    const latest = this.#latest.get(socket)?.reply.raw;
    const pending = latest === undefined || isSent(latest) ? currentResponse(socket) : latest;
    if (pending === undefined) act();
    else pending.once('finish', () => this.#afterResponses(socket, act));
  }

  #respondToBodyError({ request, reply }: Exchange, error: NodeJS.ErrnoException, socket: Socket): void {
    const { raw } = reply;
    // The client would take a second response for that of another request.
    if (isSent(raw)) socket.destroy();
    else if (raw.headersSent || !WAITS_FOR_BODY.has(request.method))
      raw.once('finish', () => socket.destroy());
    else this.#send(socket, parserError(error), request);
  }

  #send(socket: Socket, error: ApiError, request?: FastifyRequest): void {
    if (!socket.writable) return;
    this.#ended.add(socket);
    const { status, headers: errorHeaders, body } = errorResponse(error);
    const headers: Headers = {
      ...this.#options.headersFor(socket.remoteAddress),
      ...request?.quotaHeaders,
      ...errorHeaders,
      'X-Request-Id': request?.id ?? this.#options.requestId(),
      'Content-Type': JSON_TYPE,
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
      Date: new Date().toUTCString(),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    closeLingering(socket);
  }
}

export interface ProtocolErrorOptions {
  /** Returns the headers of a response that belongs to no request. */
  headersFor(peerAddress: string | undefined): Headers;
  requestId(): string;
}

type Headers = Readonly<Record<string, string>>;

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A connection on which no byte was sent or read for this long is closed. */
const IDLE_TIMEOUT_MS = 60 * SECOND;
/** The handlers of all other methods run before the body has arrived. */
const WAITS_FOR_BODY: ReadonlySet<string> = new Set(['POST', 'PATCH']);

function connectRefused(): ApiError {
  return new ApiError('method_not_allowed', 'This server is not a proxy and does not support CONNECT.', {
    headers: { Allow: 'GET, HEAD, OPTIONS, POST' },
  });
}

/** Returns true for a pipelined response whose turn has not come. Node emits `socket` on it when it comes. */
function isWaiting({ socket, writableFinished }: Response): boolean {
  return socket === null && !writableFinished;
}

function isSent({ socket, writableFinished }: Response): boolean {
  return socket === null && writableFinished;
}

/** Returns true if the current request of the connection has not reached the framework, as one in the request queue. */
function isBeforeFramework(socket: Socket, latest: Exchange | undefined): boolean {
  const current = currentResponse(socket);
  return current !== undefined && !current.headersSent && current !== latest?.reply.raw;
}

/** Returns the response that has the connection now. Node keeps it in a property without a public name. */
function currentResponse(socket: Socket): Response | undefined {
  const current: unknown = Reflect.get(socket, '_httpMessage');
  return current instanceof ServerResponse ? current : undefined;
}

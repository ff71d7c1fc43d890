import type { IncomingMessage, ServerResponse as Response, Server } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND, systemClock } from '../../core/clock.ts';
import { ApiError } from '../../core/errors.ts';
import { ServerResponse, STATUS_CODES } from '../node-http.ts';
import { BODY_LIMIT_BYTES } from '../requests/body.ts';
import { JSON_TYPE } from '../responses/answer.ts';
import type { Exchange } from '../route.ts';

/** In a property, because each request sets it: garbage collection takes longer with an entry of a `WeakMap`. */
const latest = Symbol('latest exchange');

declare module 'node:net' {
  interface Socket {
    /** The latest request of the connection. */
    [latest]?: Exchange;
  }
}

/**
 * Sends the responses to what never becomes a request: malformed HTTP, headers that are too large or too
 * slow, and CONNECT. They have the same shape and headers as all other responses.
 *
 * Node reports such an error for a connection, not for a request. The response depends on what the connection is doing:
 *
 * | the connection                                        | the error                                             |
 * |-------------------------------------------------------|-------------------------------------------------------|
 * | has had its last response                             | is ignored                                            |
 * | was reset, or cannot be written                       | gets no response; the socket is destroyed             |
 * | has a pipelined request that waits for its turn       | is handled again when that request has its turn       |
 * | has a request that still waits in the queue           | is handled again in the next turn of the event loop   |
 * | has no request whose body is being read               | gets a response after all earlier responses           |
 * | reads the body of a POST, PUT or PATCH                | gets a response instead of that request               |
 * | reads another body, or has begun that response        | gets no response; the connection closes after its own |
 *
 * After a response here the connection is closed: the parser cannot find the next request (RFC 9112, section 9.6).
 */
export class ProtocolErrors {
  readonly #options: ProtocolErrorOptions;
  /** The response to the latest pipelined request of each connection. */
  readonly #pipelined = new WeakMap<Socket, Response>();
  /** The connections that have had their last response. */
  readonly #ended = new WeakSet<Socket>();

  constructor(options: ProtocolErrorOptions) {
    this.#options = options;
  }

  /** Adds the listeners that this class needs, except `respond` for `clientError`. */
  readonly attach = (server: Server): void => {
    server.timeout = IDLE_TIMEOUT_MS;
    // Node calls `destroySoon` after a response that closes the connection.
    server.on('connection', (socket: Socket) => {
      socket.destroySoon = () => closeLingering(socket);
    });
    // `maxHeaderSize` limits the headers. By default Node drops those after the 2,000th without an error.
    server.maxHeadersCount = 0;
    // By default Node sends a 417 without our headers; `requireValidHead` sends it instead.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('checkContinue', (request: IncomingMessage, response: Response) => {
      // Without `100 Continue`, the client does not send a body that would be refused.
      if (!(Number(request.headers['content-length']) > BODY_LIMIT_BYTES)) continueInTurn(response);
      server.emit('request', request, response);
    });
    server.on('connect', (_request, socket: Socket) =>
      this.#afterResponses(socket, () => this.#send(socket, connectRefused())),
    );
  };

  /** Call it for each pipelined request when it arrives. */
  readonly trackPipelined = ({ socket }: IncomingMessage, response: Response): void => {
    this.#pipelined.set(socket, response);
  };

  /**
   * Call it for each request before it is handled. Returns false if it must not be handled, because it follows a response
   * that closes the connection (RFC 9112, section 9.6).
   */
  track(exchange: Exchange): boolean {
    const { socket } = exchange.request;
    socket[latest] = exchange;
    return socket.writable;
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
    const exchange = socket[latest];
    if (isQueued(socket, exchange)) {
      setImmediate(() => this.respond(error, socket));
      return;
    }
    if (exchange === undefined || exchange.request.complete) {
      this.#afterResponses(socket, () => this.#send(socket, parserError(error)));
    } else {
      this.#respondToBodyError(exchange, error, socket);
    }
  };

  /** Calls `act` when the responses to all requests of the connection are sent. */
  #afterResponses(socket: Socket, act: () => void): void {
    const response = socket[latest]?.response;
    const pending = response === undefined || isSent(response) ? currentResponse(socket) : response;
    if (pending === undefined) act();
    else pending.once('finish', () => this.#afterResponses(socket, act));
  }

  #respondToBodyError(exchange: Exchange, error: NodeJS.ErrnoException, socket: Socket): void {
    const { response, method } = exchange;
    // The client would take a second response for that of another request.
    if (isSent(response)) socket.destroy();
    else if (response.headersSent || !WAITS_FOR_BODY.has(method))
      response.once('finish', () => socket.destroy());
    else this.#send(socket, parserError(error), exchange);
  }

  #send(socket: Socket, error: ApiError, exchange?: Exchange): void {
    if (!socket.writable) return;
    this.#ended.add(socket);
    const id = exchange?.id ?? this.#options.requestId();
    const body = JSON.stringify(error.toBody());
    const headers: Headers = {
      ...this.#options.headersFor(socket.remoteAddress),
      ...exchange?.quotaHeaders,
      ...error.headers,
      'Cache-Control': 'no-store',
      'X-Request-Id': id,
      'Content-Type': JSON_TYPE,
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
      Date: new Date(systemClock.now()).toUTCString(),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    closeLingering(socket);
    if (exchange === undefined) this.#options.observeUnparsed(id, error.status);
    else this.#options.observe(exchange, error.status);
  }
}

export interface ProtocolErrorOptions {
  /** Returns the headers of a response that belongs to no request. */
  headersFor(peerAddress: string | undefined): Headers;
  requestId(): string;
  /** Called for each response to a request whose body could not be read. */
  observe(exchange: Exchange, status: number): void;
  /** Called for each response that belongs to no request. */
  observeUnparsed(id: string, status: number): void;
}

type Headers = Readonly<Record<string, string>>;

/** A connection on which no byte was sent or read for this long is closed. */
const IDLE_TIMEOUT_MS = 60 * SECOND;
/** The handlers of all other methods run before the body has arrived. */
const WAITS_FOR_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

function connectRefused(): ApiError {
  return new ApiError('method_not_allowed', 'This server is not a proxy and does not support CONNECT.', {
    headers: { Allow: 'GET, HEAD, OPTIONS, POST' },
  });
}

/** Node would send the `100 Continue` of a pipelined request between the headers and the body of its response. */
function continueInTurn(response: Response): void {
  if (response.socket === null) response.once('socket', () => response.writeContinue());
  else response.writeContinue();
}

/** Returns true for a pipelined response whose turn has not come. Node emits `socket` on it when it comes. */
function isWaiting({ socket, writableFinished }: Response): boolean {
  return socket === null && !writableFinished;
}

function isSent({ socket, writableFinished }: Response): boolean {
  return socket === null && writableFinished;
}

/** Returns true if the current request of the connection is still in the request queue. */
function isQueued(socket: Socket, exchange: Exchange | undefined): boolean {
  const current = currentResponse(socket);
  return current !== undefined && !current.headersSent && current !== exchange?.response;
}

/** Returns the response that has the connection now. Node keeps it in a property without a public name. */
function currentResponse(socket: Socket): Response | undefined {
  const current: unknown = Reflect.get(socket, '_httpMessage');
  return current instanceof ServerResponse ? current : undefined;
}

/** Returns the response to an error that Node's HTTP parser reported. */
function parserError(error: NodeJS.ErrnoException): ApiError {
  return (
    BY_CODE[error.code ?? '']?.() ??
    new ApiError('invalid_parameter', 'The request is not valid HTTP/1.1 (RFC 9112).')
  );
}

/** The errors that are more specific than a malformed request, by their code. */
const BY_CODE: Readonly<Record<string, () => ApiError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new ApiError(
      'request_timeout',
      'The request did not arrive in time. Send its headers within 10 s, all of it within 30 s, a photo with at least 32 KiB a second.',
    ),
  HPE_HEADER_OVERFLOW: () =>
    new ApiError('headers_too_large', 'The request line and the headers must be at most 16 KiB together.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new ApiError(
      'payload_too_large',
      `The body must be at most ${BODY_LIMIT_BYTES} bytes, without large chunk extensions.`,
    ),
};

/** How long the client has to read the last response and to close the connection. */
const LINGER_MS = 2 * SECOND;

/**
 * Closes a connection so that its last response arrives (RFC 9112, section 9.6). To close a socket with unread bytes sends
 * a TCP reset, and a client that is still sending may then lose the response. So the connection is closed in two steps:
 * the write side immediately, the rest when the client closes it or after 2 s.
 */
function closeLingering(socket: Socket): void {
  socket.end();
  // By the time of the process: a connection must end also while a test stops the clock.
  const cancelTimer = systemClock.after(LINGER_MS, () => socket.destroy());
  socket.once('close', cancelTimer);
}

import type { IncomingMessage } from 'node:http';
import { ApiError, quote } from '../../core/errors.ts';
import { InexactNumber, JsonError, parseJson, parseJsonObject } from '../../core/json.ts';
import { declaresBody } from '../request-head.ts';
import type { Exchange, ReceivedBody, Route, TextParameters } from '../route.ts';

/** A pet has a few hundred bytes. */
export const BODY_LIMIT_BYTES = 64 * 1024;
export const NO_BODY: ReceivedBody = { value: undefined, bytes: Buffer.alloc(0) };

interface Bodies {
  /** The header field that names the types: `Accept-Post` (LDP, section 7.1), `Accept-Patch` (RFC 5789, section 3.1). */
  readonly field?: string;
  readonly types: readonly string[];
}

/** The media types that each method accepts. RFC 7396 defines `application/merge-patch+json`. */
const BODIES: Readonly<Record<string, Bodies>> = {
  POST: { field: 'Accept-Post', types: ['application/json'] },
  PUT: { types: ['application/json'] },
  PATCH: { field: 'Accept-Patch', types: ['application/json', 'application/merge-patch+json'] },
};

/** Returns the media types that an operation accepts; none if its method has no body. */
export function bodyTypes(method: string, { body }: Pick<Route, 'body'> = {}): readonly string[] {
  return body?.types ?? BODIES[method]?.types ?? [];
}

/** Returns the header field that lists the media types that an operation accepts; none if its method has no body. */
export function acceptedTypes(method: string, route?: Route): Record<string, string> {
  const field = BODIES[method]?.field;
  return field === undefined ? {} : { [field]: bodyTypes(method, route).join(', ') };
}

/**
 * Receives the bytes of a JSON body. Without a body, its type does not matter.
 *
 * @throws {ApiError} `payload_too_large` or `unsupported_media_type`.
 */
export async function receiveJson(exchange: Exchange): Promise<ReceivedBody> {
  const { request, route } = exchange;
  const bytes = await whileArriving(exchange, async () => {
    const received = await readBody(request, limitOf(route));
    if (received === undefined) throw tooLargeError(route);
    return received;
  });
  if (bytes.length > 0) requireBodyType(request, route);
  return { value: undefined, bytes };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** More commas than a valid body has. To keep the digits of so many values takes long. */
const MAX_EXACT_COMMAS = 20_000;

/**
 * Parses a JSON body, without rounding the numbers of its int64 members.
 *
 * @param members the direct members that are int64, or that objects in it have some as well.
 * @throws {ApiError} `malformed_json`.
 */
export function parseJsonBody(body: Buffer, members: ReadonlySet<string> | 'at any depth'): unknown {
  const text = decodeBody(body);
  try {
    const value = parseExactly(text, members);
    // To a validator, a number that cannot be represented exactly would be an object.
    return value instanceof InexactNumber ? value.source : value;
  } catch (error) {
    throw malformedJson('The body', error);
  }
}

function parseExactly(text: string, members: ReadonlySet<string> | 'at any depth'): unknown {
  if (members !== 'at any depth') return parseJsonObject(text, members);
  const commas = text.split(',', MAX_EXACT_COMMAS + 1).length;
  return commas > MAX_EXACT_COMMAS ? parseJsonObject(text, new Set()) : parseJson(text);
}

/** @throws {ApiError} `malformed_json` if the body is not UTF-8. */
export function decodeBody(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch (error) {
    throw malformedJson('The body', error);
  }
}

/** Returns the error for a text that cannot be parsed. */
export function malformedJson(what: string, error: unknown): ApiError {
  return new ApiError('malformed_json', `${what} cannot be read: ${faultOf(error)}.`, { cause: error });
}

function faultOf(error: unknown): string {
  if (!(error instanceof JsonError)) return 'it is not valid UTF-8';
  const syntax = error.cause instanceof SyntaxError;
  return syntax ? 'it is not valid JSON' : error.message;
}

/** Reads a body. If `read` fails, the rest of the body is still on the connection. */
export async function whileArriving<Result>(
  exchange: Exchange,
  read: () => Promise<Result>,
): Promise<Result> {
  exchange.body = 'arriving';
  const result = await read();
  exchange.body = 'read';
  return result;
}

function limitOf(route: Route | undefined): number {
  return route?.body?.limitBytes ?? BODY_LIMIT_BYTES;
}

type RequestHead = Pick<IncomingMessage, 'method' | 'headers'>;

/** @throws {ApiError} `unsupported_media_type`. */
function requireBodyType(request: RequestHead, route: Route | undefined): void {
  requireIdentity(request.headers['content-encoding']);
  const [name = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const type = name.trim();
  const hasOtherCharset = parameters.some((parameter) => /^\s*charset=(?!"?utf-?8"?\s*$)/.test(parameter));
  const isAccepted =
    bodyTypes(request.method ?? '', route).includes(type) || route?.body?.typeAliases?.includes(type);
  if (!isAccepted || hasOtherCharset) throw unsupportedType(request, route, adviceFor(type, route));
}

function adviceFor(type: string, route: Route | undefined): string | undefined {
  const advice = route?.body?.typeAdvice ?? {};
  return Object.hasOwn(advice, type) ? advice[type] : undefined;
}

/** Bodies are not decompressed: they are small, and a small compressed body can hold a very large one. */
function requireIdentity(contentEncoding = ''): void {
  if (contentEncoding.split(',').every((coding) => /^\s*(?:identity)?\s*$/i.test(coding))) return;
  throw new ApiError(
    'unsupported_media_type',
    `The body must not be compressed (Content-Encoding); got ${quote(contentEncoding)}.`,
    { headers: { 'Accept-Encoding': 'identity' } },
  );
}

function unsupportedType(
  { method = '', headers: { 'content-type': type } }: RequestHead,
  route: Route | undefined,
  advice: string | undefined,
): ApiError {
  const found = type === undefined ? 'got none' : `got ${quote(type)}`;
  const coding = route?.body?.types === undefined ? ', in UTF-8' : '';
  return new ApiError(
    'unsupported_media_type',
    `The Content-Type must be ${bodyTypes(method, route).join(' or ')}${coding}; ${found}.${advice === undefined ? '' : ` ${advice}`}`,
    { headers: acceptedTypes(method, route) },
  );
}

/** Returns the error for a body that is larger than the operation accepts. */
export function tooLargeError(route: Route | undefined): ApiError {
  return new ApiError('payload_too_large', `The body must be at most ${limitOf(route)} bytes.`);
}

/**
 * Checks the head of a request with a large body before the body is read: its parameters, its type and size.
 *
 * @param admit gets the size of the body, or its maximum if the client does not declare it.
 * @returns what `admit` returns.
 * @throws {ApiError} `invalid_parameter`, `unsupported_media_type`, `payload_too_large`, or what `admit` throws.
 */
export async function admitLargeBody<Admitted>(
  { request, response, route }: Exchange,
  { query }: TextParameters,
  admit: (bytes: number) => Promise<Admitted>,
): Promise<Admitted> {
  const { headers } = request;
  route?.validator.requireValidQuery(query);
  if (declaresBody(request)) requireBodyType(request, route);
  const limit = limitOf(route);
  const declared = Number(headers['content-length'] ?? limit);
  if (declared > limit) throw tooLargeError(route);
  const admitted = await admit(declared);
  // For a small body it was sent before.
  if (headers.expect !== undefined && declared > BODY_LIMIT_BYTES) response.writeContinue();
  return admitted;
}

/**
 * Reads a small body into one buffer.
 *
 * @returns undefined if the body has more than `maximum` bytes; the rest is then dropped.
 * @throws {Error} with the code `ECONNRESET` if the client disconnects.
 */
function readBody(request: IncomingMessage, maximum: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maximum) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    if (request.destroyed && !request.complete) return reject(disconnected());
    const pieces: Buffer[] = [];
    let length = 0;
    request.on('data', (piece: Buffer) => {
      length += piece.length;
      if (length <= maximum) pieces.push(piece);
      else resolve(undefined);
    });
    request.on('end', () => resolve(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)));
    request.on('error', reject);
  });
}

/**
 * Reads a large body into one buffer, in turns with other requests.
 *
 * @param maximum the size that the client declares, or the largest allowed one. Memory is taken as the body arrives.
 * @param signal ends the reading.
 * @returns undefined if the body is larger.
 * @throws {Error} with the code `ECONNRESET` if the client disconnects, or the reason of the signal.
 */
export function collectBody(
  request: IncomingMessage,
  maximum: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    if (request.destroyed && !request.complete) return reject(disconnected());
    let body: Buffer<ArrayBuffer> | undefined = Buffer.allocUnsafeSlow(maximum);
    let length = 0;
    /** Lets go of the body, because the listeners stay as long as the connection. */
    const take = () => {
      const taken = body;
      body = undefined;
      return taken;
    };
    // Nothing else refers to it, and the garbage collector may be late.
    const drop = () => take()?.buffer.transfer(0);
    const fail = (error: unknown) => {
      drop();
      reject(error);
    };
    readPieces(request, (piece) => {
      if (body === undefined) return;
      if (length + piece.length <= maximum) length += piece.copy(body, length);
      else {
        drop();
        resolve(undefined);
      }
    });
    request.on('end', () => {
      const taken = take();
      if (taken !== undefined) resolve(taken.subarray(0, length));
    });
    request.on('error', fail);
    request.on('close', () => {
      if (!request.complete) fail(disconnected());
    });
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });
}

/** The error that Node reports for a request that was aborted. */
export function disconnected(): Error {
  return Object.assign(new Error('The client disconnected'), { code: 'ECONNRESET' });
}

/**
 * Calls `use` with each piece of a body, up to 64 KiB, and removes all other listeners. Node would read two megabytes of
 * each connection before it handles anything else, and leave all pieces to the garbage collector, which stops every request
 * when there are many. So one piece is read in each turn of the event loop, and freed at once: `use` must copy what it keeps.
 */
export function readPieces(request: IncomingMessage, use: (piece: Buffer) => void): void {
  request.removeAllListeners('data');
  request.on('data', (piece: Buffer) => {
    use(piece);
    free(piece);
    request.pause();
    setImmediate(() => request.resume());
  });
}

/** Reads the rest of a body, and drops it. */
export function dropBody(request: IncomingMessage): void {
  readPieces(request, () => {});
}

/**
 * Leaves the rest of a body unread, apart from its first pieces. Node would read it when the response is sent, unless its
 * reading has begun.
 */
export function leaveUnread(request: IncomingMessage): void {
  request.removeAllListeners('data');
  request.once('data', (piece: Buffer) => {
    free(piece);
    request.pause();
  });
}

/** Frees the memory of a piece, if nothing else is in it. */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

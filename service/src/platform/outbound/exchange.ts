// cspell:ignore ALTNAME
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { SECOND } from '../core/clock.ts';
import { OutboundFault } from './outbound-fault.ts';

/**
 * After how long the next address of a host is tried: Node's 250 ms are less than a host on another continent takes. It is an option
 * of `net.connect`, which gets those of a request.
 */
const CONNECTING = { autoSelectFamilyAttemptTimeout: 2 * SECOND };
/** Responses of 100, 102 or 103, and tickets of TLS. A host could send them without an end. */
const MAX_UNASKED = 10;
/** What an answer may have beside its body: empty lines, spaces, sizes of chunks, fields before and after it. */
const MAX_FRAMING_BYTES = 64 * 1024;

export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Bytes of the body of the answer. */
  readonly maxBytes: number;
  /** Ends it early; the error is then the reason of the signal. */
  readonly signal: AbortSignal;
  readonly lookup?: LookupFunction;
  /** Certificates that are trusted as well, for tests. */
  readonly ca?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Sends a request on a connection of its own, which is closed at the end, and returns the answer, whatever its status. No one
 * follows a redirect or switches protocols.
 *
 * @throws {OutboundFault} if there is no whole answer of that size.
 */
export async function exchange(asked: Exchange): Promise<Answer> {
  const { url, method, headers, body, lookup, ca, signal, maxBytes } = asked;
  signal.throwIfAborted();
  // TLS is loaded with the first request: it takes 6 MB.
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  const sent = request(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }) },
    // A connection of its own: one that is kept could lead to an address that is no longer allowed.
    agent: false,
    ...CONNECTING,
    signal,
    ...(lookup !== undefined && { lookup }),
    ...(ca !== undefined && { ca }),
  });
  const isTooLarge = () => (sent.socket?.bytesRead ?? 0) > maxBytes + MAX_FRAMING_BYTES;
  const limit = () => void (isTooLarge() && sent.destroy());
  // Node reads empty lines before an answer, and zeros before the size of a chunk, without an end, and emits nothing else.
  sent.on('socket', (socket) => socket.on('data', limit));
  try {
    const answered = responseTo(sent);
    sent.end(body);
    const answer = await answered;
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      body: await readUpTo(answer, maxBytes),
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw isTooLarge() ? new OutboundFault('too_large') : faultOf(error);
  } finally {
    sent.destroy();
  }
}

function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  let unasked = 0;
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new OutboundFault('invalid_answer'));
    sent.on('response', resolve);
    sent.on('error', reject);
    // Node closes the connection of a response of 101, and emits nothing else.
    sent.on('close', refuse);
    const limit = () => {
      unasked += 1;
      if (unasked > MAX_UNASKED) sent.destroy(new OutboundFault('invalid_answer'));
    };
    sent.on('information', limit);
    sent.on('socket', (socket) => socket.on('session', limit));
  });
}

async function readUpTo(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new OutboundFault('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function faultOf(error: unknown): OutboundFault {
  if (error instanceof OutboundFault) return error;
  const { code = '' } = error as NodeJS.ErrnoException; // node:http rejects with errors of the system or of its parser
  if (code.startsWith('HPE_')) return new OutboundFault('invalid_answer', error);
  if (/CERT|^UNABLE_TO_|ALTNAME/.test(code)) return new OutboundFault('certificate_not_trusted', error);
  return new OutboundFault('not_reached', error);
}

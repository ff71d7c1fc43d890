// cspell:ignore ALTNAME
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import type { OutboundConfig } from '../config/outbound.ts';
import { SECOND } from '../core/clock.ts';
import { type AddressesOf, addressesOf } from './addresses-of.ts';
import { OutboundFault } from './outbound-fault.ts';
import { isAllowedAddress, networksOf } from './public-addresses.ts';

/**
 * After how long the next address of a host is tried: Node's 250 ms are less than a host on another continent takes. It is an option
 * of `net.connect`, which gets those of a request.
 */
const CONNECTING = { autoSelectFamilyAttemptTimeout: 2 * SECOND };

/** The addresses of a host at one time, all of them allowed: connect to these, and do not look the name up again. */
export interface CheckedHost {
  /** Without the brackets of IPv6; the name that its certificate must have. */
  readonly host: string;
  /** Those of IPv4 first; at least one. */
  readonly addresses: readonly [string, ...string[]];
}

export interface Limits {
  /** How long all of it may take, from the look-up of the name to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Bytes of the body of the answer. */
  readonly maxBytes: number;
}

export interface OutboundRequest extends Limits {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends it early; the error is then the reason of the signal. */
  readonly signal: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

type Method = 'GET' | 'POST';

interface OutboundOptions {
  /** For tests. */
  readonly addressesOf?: AddressesOf;
  /** Certificates that are trusted as well, for tests. */
  readonly ca?: string | undefined;
}

/**
 * Everything that this service sends to hosts that its users name. A name is looked up once, all of its addresses are checked, and
 * the connection goes to what was checked, so that a second answer of DNS leads nowhere else. A redirect is an answer like any
 * other; no one follows it.
 */
export class Outbound {
  readonly #config: OutboundConfig;
  readonly #allowed: ReturnType<typeof networksOf>;
  readonly #addressesOf: AddressesOf;
  readonly #ca: string | undefined;

  constructor(config: OutboundConfig, options: OutboundOptions = {}) {
    this.#config = config;
    this.#allowed = networksOf(config.networks);
    this.#addressesOf = options.addressesOf ?? addressesOf;
    this.#ca = options.ca;
  }

  /**
   * Returns where to connect to for a host: a name, or an address with or without brackets.
   *
   * @throws {OutboundFault} `host_not_found`, `address_not_allowed`, `too_slow`.
   */
  async check(
    host: string,
    { timeoutMs }: Pick<Limits, 'timeoutMs'>,
    stop?: AbortSignal,
  ): Promise<CheckedHost> {
    const timeout = AbortSignal.timeout(timeoutMs);
    return this.#check(host, timeout, stop === undefined ? timeout : AbortSignal.any([stop, timeout]));
  }

  /** Returns why an address of the web is refused before its host is looked up; undefined if it is not. */
  refusalOf(url: URL): OutboundFault | undefined {
    const host = hostOf(url);
    const isListed = url.protocol === 'http:' && this.#config.httpHosts.includes(host.toLowerCase());
    if (url.protocol !== 'https:' && !isListed) return new OutboundFault('not_https');
    const isRefused = isIP(host) !== 0 && !isAllowedAddress(host, this.#allowed);
    return isRefused ? new OutboundFault('address_not_allowed') : undefined;
  }

  /**
   * Posts a body and returns the answer, whatever its status.
   *
   * @throws {OutboundFault} if there is no whole answer within the limits.
   */
  post(request: OutboundRequest): Promise<OutboundAnswer> {
    return this.#exchange('POST', request);
  }

  /** Gets an address and returns the answer, as `post` does. */
  get(request: Omit<OutboundRequest, 'body'>): Promise<OutboundAnswer> {
    return this.#exchange('GET', { ...request, body: '' });
  }

  async #exchange(method: Method, request: OutboundRequest): Promise<OutboundAnswer> {
    const { url, headers, body, timeoutMs, maxBytes, signal } = request;
    const refusal = this.refusalOf(url);
    if (refusal !== undefined) throw refusal;
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = AbortSignal.any([signal, timeout]);
    const checked = await this.#check(hostOf(url), timeout, either);
    try {
      const answer = await this.#send(url, { method, headers, body }, checked, either);
      return {
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: await readUpTo(answer, maxBytes),
      };
    } catch (error) {
      throw faultOf(error, timeout, signal);
    }
  }

  async #check(name: string, timeout: AbortSignal, either: AbortSignal): Promise<CheckedHost> {
    const host = withoutBrackets(name);
    const found = isIP(host) === 0 ? await this.#lookUp(host, timeout, either) : [host];
    const [first, ...others] = found.toSorted((one, other) => isIP(one) - isIP(other));
    if (first === undefined) throw new OutboundFault('host_not_found');
    // One address of many that leads inside is enough to refuse the name: which of them is used would be chance.
    if (!found.every((address) => isAllowedAddress(address, this.#allowed)))
      throw new OutboundFault('address_not_allowed');
    return { host, addresses: [first, ...others] };
  }

  async #lookUp(host: string, timeout: AbortSignal, either: AbortSignal): Promise<readonly string[]> {
    const aborted = new Promise<never>((_resolve, reject) => {
      const abort = () => reject(timeout.aborted ? new OutboundFault('too_slow') : either.reason);
      if (either.aborted) abort();
      else either.addEventListener('abort', abort, { once: true });
    });
    return Promise.race([this.#addressesOf(host, either), aborted]).catch((error: unknown) => {
      if (timeout.aborted) throw new OutboundFault('too_slow', error);
      throw error;
    });
  }

  #send(
    url: URL,
    { method, headers, body }: Pick<OutboundRequest, 'headers' | 'body'> & { readonly method: Method },
    checked: CheckedHost,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    // TLS is loaded with the first request: it takes 6 MB.
    const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        method,
        headers: {
          ...headers,
          ...(method === 'POST' && { 'Content-Length': String(Buffer.byteLength(body)) }),
        },
        // A connection of its own: one that is kept could lead to an address that is no longer allowed.
        agent: false,
        lookup: lookupOf(checked),
        ...CONNECTING,
        signal,
        ...(this.#ca !== undefined && { ca: this.#ca }),
      });
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

/** The host of an address of the web, without the brackets of IPv6. */
function hostOf(url: URL): string {
  return withoutBrackets(url.hostname);
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** Answers each look-up of a connection with the addresses that were checked. */
function lookupOf({ addresses }: CheckedHost): LookupFunction {
  return (_host, { all }, callback) => {
    const answers = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all === true) callback(null, answers);
    else callback(null, addresses[0], isIP(addresses[0]));
  };
}

async function readUpTo(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop by an error also ends the connection.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new OutboundFault('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function faultOf(error: unknown, timeout: AbortSignal, stop: AbortSignal): unknown {
  if (error instanceof OutboundFault) return error;
  if (stop.aborted) return stop.reason;
  if (timeout.aborted) return new OutboundFault('too_slow', error);
  const { code = '' } = error as NodeJS.ErrnoException; // node:http rejects with errors of the system or of its parser
  if (code.startsWith('HPE_')) return new OutboundFault('invalid_answer', error);
  if (/CERT|^UNABLE_TO_|ALTNAME/.test(code)) return new OutboundFault('certificate_not_trusted', error);
  return new OutboundFault('not_reached', error);
}

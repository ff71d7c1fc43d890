import { isIP, type LookupFunction } from 'node:net';
import type { OutboundConfig } from '../config/outbound.ts';
import type { Clock } from '../core/clock.ts';
import { withDeadline } from '../core/tasks/deadline.ts';
import { type AddressesOf, addressesOf } from './addresses-of.ts';
import { type Answer, type Exchange, exchange } from './exchange.ts';
import { OutboundFault } from './outbound-fault.ts';
import { isAllowedAddress, networksOf } from './public-addresses.ts';

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

export interface OutboundRequest extends Limits, Omit<Exchange, 'method' | 'lookup' | 'ca'> {}

interface OutboundOptions {
  /** For tests. */
  readonly addressesOf?: AddressesOf;
  /** Certificates that are trusted as well, for tests. */
  readonly ca?: string | undefined;
  readonly clock?: Pick<Clock, 'after'>;
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
  readonly #clock: Pick<Clock, 'after'> | undefined;

  constructor(config: OutboundConfig, options: OutboundOptions = {}) {
    this.#config = config;
    this.#allowed = networksOf(config.networks);
    this.#addressesOf = options.addressesOf ?? addressesOf;
    this.#ca = options.ca;
    this.#clock = options.clock;
  }

  /**
   * Returns where to connect to for a host: a name, or an address with or without brackets.
   *
   * @throws {OutboundFault} `host_not_found`, `address_not_allowed`, `too_slow`.
   */
  async check(host: string, limits: Pick<Limits, 'timeoutMs'>, stop?: AbortSignal): Promise<CheckedHost> {
    return this.#within(limits, stop, (signal) => this.#check(host, signal));
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
  post(request: OutboundRequest): Promise<Answer> {
    return this.#exchange('POST', request);
  }

  /** Gets an address and returns the answer, as `post` does. */
  get(request: Omit<OutboundRequest, 'body'>): Promise<Answer> {
    return this.#exchange('GET', request);
  }

  async #exchange(method: string, request: OutboundRequest): Promise<Answer> {
    const refusal = this.refusalOf(request.url);
    if (refusal !== undefined) throw refusal;
    return this.#within(request, request.signal, async (signal) => {
      const checked = await this.#check(hostOf(request.url), signal);
      return exchange({ ...request, method, signal, lookup: lookupOf(checked), ca: this.#ca });
    });
  }

  #within<T>(
    { timeoutMs: ms }: Pick<Limits, 'timeoutMs'>,
    stop: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ) {
    return withDeadline({ ms, stop, tooLate: () => new OutboundFault('too_slow'), clock: this.#clock }, work);
  }

  async #check(name: string, signal: AbortSignal): Promise<CheckedHost> {
    const host = withoutBrackets(name);
    const found = isIP(host) === 0 ? await this.#addressesOf(host, signal) : [host];
    const [first, ...others] = found.toSorted((one, other) => isIP(one) - isIP(other));
    if (first === undefined) throw new OutboundFault('host_not_found');
    // One address of many that leads inside is enough to refuse the name: which of them is used would be chance.
    if (!found.every((address) => isAllowedAddress(address, this.#allowed)))
      throw new OutboundFault('address_not_allowed');
    return { host, addresses: [first, ...others] };
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

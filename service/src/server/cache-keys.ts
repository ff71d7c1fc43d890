import type { Principal } from '../accounts/api-key-cache.ts';
import { BoundedMap } from '../core/bounded-map.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Input } from '../http/requests/input-validator.ts';
import { namesIn } from '../http/requests/query-parameters.ts';
import type { RouteTable } from '../http/route-table.ts';

/** How many request targets are remembered, and up to which length: an attacker may send another one each time. */
const MAX_TARGETS = 2_000;
const MAX_TARGET_LENGTH = 512;

type CachedRequest = Pick<Exchange, 'route' | 'method' | 'target'>;

interface KeyOfRequest {
  readonly key: string;
  /** The validated parameters; undefined if the key was remembered. */
  readonly input: Input | undefined;
}

/**
 * Finds the keys of cached responses. Two targets have the same key if they differ only by parameters that the operation
 * ignores, by the order of its parameters, or by the way in which a value is written. Remembers the keys of targets: to
 * parse and validate one takes longer than to find a response.
 */
export class CacheKeys {
  readonly #routes: Pick<RouteTable, 'match'>;
  readonly #remembered = new BoundedMap<string, string>(MAX_TARGETS);

  constructor(routes: Pick<RouteTable, 'match'>) {
    this.#routes = routes;
  }

  /** Returns undefined if the response must not be cached, or the request is not valid. */
  find(
    request: CachedRequest,
    { account: { id, role }, key: { allowedOrigins } }: Principal,
  ): KeyOfRequest | undefined {
    const sharedBy = request.route?.config.sharedBy;
    if (sharedBy === undefined) return undefined;
    const remembered = this.#remembered.get(request.target);
    const found = remembered === undefined ? this.#read(request) : { key: remembered, input: undefined };
    if (found === undefined || sharedBy === 'everyone') return found;
    // With the role: a principal may be older than the store for up to a second. A key for web pages sees less.
    const viewer = `${id} ${role} ${allowedOrigins === undefined ? '' : 'page '}`;
    return { key: viewer + found.key, input: found.input };
  }

  #read({ route, method, target }: CachedRequest): KeyOfRequest | undefined {
    const input = this.#routes.match(method, target);
    // The validator replaces the texts by the values of their types.
    if (input === undefined || route === undefined || route.input.check(input) !== undefined)
      return undefined;
    const values: Readonly<Record<string, unknown>> = Object(input.query);
    const known = namesIn(route.schema?.querystring).map((name) => values[name] ?? null);
    const key = `${route.pattern} ${JSON.stringify([input.params, known], textOfId)}`;
    if (target.length <= MAX_TARGET_LENGTH) this.#remembered.set(target, key);
    return { key, input };
  }
}

function textOfId(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

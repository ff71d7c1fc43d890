import { principalOf } from '../access/accounts/authenticate.ts';
import type { Principal } from '../access/accounts/principal.ts';
import { BoundedMap } from '../platform/core/bounded-map.ts';
import { andThen, type MaybePromise } from '../platform/core/maybe-promise.ts';
import { NO_BODY } from '../platform/http/requests/body.ts';
import { prefersCount } from '../platform/http/requests/preferences.ts';
import { toAnswer } from '../platform/http/responses/answer.ts';
import type { ResponseCache } from '../platform/http/responses/response-cache.ts';
import type {
  Answer,
  Exchange,
  InReadPlace,
  RequestStart,
  TableRoute,
  Values,
} from '../platform/http/route.ts';
import type { RouteTable } from '../platform/http/route-table.ts';

/** How many request targets are remembered, and up to which length: an attacker may send another one each time. */
const MAX_TARGETS = 2_000;
const MAX_TARGET_LENGTH = 512;

type Parameters = Pick<Values, 'params' | 'query'>;

interface CacheKey {
  readonly key: string;
  /** The validated parameters; undefined if the key was remembered. */
  readonly parameters: Parameters | undefined;
}

/**
 * Answers the reads under `/v1`: from the cache until the next commit, if the route allows it. Two targets have the same key if
 * they differ only by parameters that the operation ignores, by the order of its parameters, or by the way in which a value is
 * written. A page with its total has a key of its own. Remembers the keys of targets: to parse and validate one takes longer than to find a response.
 */
export class CachedReads {
  readonly #routes: RouteTable;
  readonly #responses: ResponseCache | undefined;
  readonly #keys = new BoundedMap<string, string>(MAX_TARGETS);

  /** @param responses undefined if the store is a server. */
  constructor(routes: RouteTable, responses: ResponseCache | undefined) {
    this.#routes = routes;
    this.#responses = responses;
  }

  /** Reads only if the response is not cached. */
  answer(exchange: Exchange, route: TableRoute): MaybePromise<Answer> {
    const responses = this.#responses;
    const keyed = responses && this.#keyOf(exchange, route, principalOf(exchange));
    const read = () => {
      const parameters = keyed?.parameters ?? this.#parametersOf(exchange, route);
      return route.handle(exchange, { ...parameters, body: undefined, bytes: NO_BODY.bytes });
    };
    const found = keyed ? responses.findOrBuild(keyed.key, read) : read();
    return andThen(found, (settled) => toAnswer(settled, exchange));
  }

  /** Answers a request that may have to wait. Nothing is cached for it. */
  answerLive(exchange: Exchange, route: TableRoute, inPlace: InReadPlace): MaybePromise<Answer> {
    const { live } = route;
    if (live === undefined) throw new Error('The route has no requests that wait');
    return live.handle(exchange, this.#parametersOf(exchange, route), inPlace);
  }

  #parametersOf(request: RequestStart, route: TableRoute): Parameters {
    return route.validator.parameters(this.#routes.parametersOf(request));
  }

  /**
   * Returns undefined if the response must not be cached.
   *
   * @throws {ApiError} for parameters that are not valid.
   */
  #keyOf(
    request: RequestStart,
    route: TableRoute,
    { account: { id, role }, key }: Principal,
  ): CacheKey | undefined {
    if (route.cache === undefined) return undefined;
    const remembered = this.#keys.get(request.target);
    const read =
      remembered === undefined ? this.#readKey(request, route) : { key: remembered, parameters: undefined };
    const isCounted = route.live === undefined && route.hasPreferences && prefersCount(request.request);
    const found = isCounted ? { ...read, key: `counted ${read.key}` } : read;
    if (route.cache === 'everyone') return found;
    // With the role: a principal may be older than the store for up to a second. A key for web pages sees less.
    const viewer = `${id} ${role} ${key?.allowedOrigins === undefined ? '' : 'page '}`;
    return { key: viewer + found.key, parameters: found.parameters };
  }

  #readKey(request: RequestStart, route: TableRoute): CacheKey {
    const parameters = this.#parametersOf(request, route);
    // The validator leaves out what is not known, and has the others in the order of the schema.
    const key = `${route.path} ${JSON.stringify([parameters.params, parameters.query], textOfId)}`;
    if (request.target.length <= MAX_TARGET_LENGTH) this.#keys.set(request.target, key);
    return { key, parameters };
  }
}

function textOfId(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

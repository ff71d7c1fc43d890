import FindMyWay, { type HTTPMethod } from 'find-my-way';
import { type Clock, SECOND } from '../core/clock.ts';
import { ApiError, quote } from '../core/errors.ts';
import { OPEN_HEADERS } from './cors.ts';
import { isVersion1, pathOf } from './request-head.ts';
import { acceptedTypes } from './requests/body.ts';
import { schemaCompiler, type TextFormats } from './requests/schema-compiler.ts';
import { namesIn, RequestValidator } from './requests/validation.ts';
import { CONSTANT_FIELDS, errorAnswer, flatHeaders, NOT_INDEXED } from './responses/answer.ts';
import type { Answer, Exchange, RequestStart, Route, Step, TableRoute, TextParameters } from './route.ts';

export interface RouteTableOptions {
  clock: Clock;
  formats: TextFormats;
  /** The schemas to which others refer by their `$id`. */
  schemas: readonly object[];
  /** Header fields of every response under `/v1`, as a flat list of names and values. */
  headers: readonly string[];
}

const NOT_INDEXED_FIELDS = [...flatHeaders(NOT_INDEXED), ...CONSTANT_FIELDS];
const NO_PARAMETERS: TextParameters = { params: {}, query: {} };

/** Finds the route of a request among all routes of the service. */
export class RouteTable {
  /** A path parameter may be as long as a request line, so that its route responds, with its own 404. */
  readonly #router = FindMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER });
  /** Routes without path parameters, by method and path: a map lookup is faster than the router. */
  readonly #constant = new Map<string, Map<string, TableRoute>>();
  readonly #methods = new Set<string>();
  /** All methods and paths. */
  readonly list: string[] = [];
  readonly #clock: Clock;
  readonly #headers: readonly string[];

  constructor(routes: readonly Route[], { clock, formats, schemas, headers }: RouteTableOptions) {
    this.#clock = clock;
    this.#headers = headers;
    const compile = schemaCompiler(formats, schemas);
    for (const route of routes) {
      const validator = new RequestValidator(route, { compile, schemas, formats });
      const entry = { ...route, ...derivedFrom(route, headers), validator };
      this.#add(route.method, entry);
      if (route.method === 'GET') this.#add('HEAD', entry);
    }
  }

  /** Finds the route of a request, and its parameters if they are needed for that. */
  find(method: string, target: string): Pick<RequestStart, 'route' | 'matched'> {
    const constant = this.#constant.get(method)?.get(pathOf(target));
    if (constant !== undefined) return { route: constant, matched: undefined };
    const found = this.#match(method, target);
    return { route: found?.route, matched: found };
  }

  /** Returns the parameters of a request as text. A page without a schema reads its query itself. */
  parametersOf({ route, matched, request, target }: RequestStart): TextParameters {
    if (matched !== undefined) return matched;
    // Without a query, the router is not needed: the path has no parameters.
    const hasQuery = route?.schema !== undefined && target.includes('?');
    return (hasQuery && this.#match(request.method ?? '', target)) || NO_PARAMETERS;
  }

  /** Returns the header fields that every response to a request has. */
  headersFor(route: TableRoute | undefined, target: string): readonly string[] {
    return route?.responseHeaders ?? (isVersion1(target) ? this.#headers : NOT_INDEXED_FIELDS);
  }

  /**
   * Answers a request for an unknown path or method: 404, 204 to OPTIONS of a known path (RFC 9110, section 9.3.7), or 405.
   * The last two have `Allow`.
   */
  readonly requireRoute: Step = ({ route, method, target }) => {
    if (route !== undefined) return undefined;
    const path = pathOf(target);
    const allowed = this.#allowedMethods(path);
    if (method !== 'OPTIONS' || allowed.length === 0) return errorAnswer(routeError(method, path, allowed));
    const accepted = allowed.map((name) => acceptedTypes(name, this.find(name, path).route));
    const headers = Object.assign({ Allow: allowed.join(', ') }, ...accepted);
    return { status: 204, headers: flatHeaders(headers) };
  };

  #match(method: string, target: string): (TextParameters & { readonly route: TableRoute }) | undefined {
    const found = this.#router.find(method as HTTPMethod, target);
    if (found === null) return undefined;
    return {
      route: found.store as TableRoute, // as `#add` stores it
      params: found.params,
      query: found.searchParams as TextParameters['query'], // the parser returns texts and lists of texts
    };
  }

  /** Returns the methods of a path, as `Allow` lists them (RFC 9110, section 10.2.1); empty for an unknown path. */
  #allowedMethods(path: string): string[] {
    const now = this.#clock.now();
    const routed = [...this.#methods].filter((method) => {
      const { route } = this.find(method, path);
      return route !== undefined && now < (route.removal?.goneAt ?? Number.POSITIVE_INFINITY);
    });
    return routed.length === 0 ? [] : [...routed, 'OPTIONS'].sort();
  }

  #add(method: string, route: TableRoute): void {
    const { path } = route;
    this.#methods.add(method);
    this.list.push(`${method} ${path}`);
    this.#router.on(method as HTTPMethod, path, () => {}, route);
    if (path.includes(':')) return;
    const paths = this.#constant.get(method) ?? new Map<string, TableRoute>();
    this.#constant.set(method, paths.set(path, route));
  }
}

function derivedFrom(route: Route, version1Headers: readonly string[]) {
  const indexed = route.isIndexed === true ? CONSTANT_FIELDS : NOT_INDEXED_FIELDS;
  const outside = route.isForEveryOrigin === true ? [...indexed, ...flatHeaders(OPEN_HEADERS)] : indexed;
  const requestHeaders = namesIn(route.schema?.headers);
  const hasPreferences = requestHeaders.includes('prefer');
  const preferred = hasPreferences ? varyingBy('Prefer', version1Headers) : version1Headers;
  const fields = route.live === undefined ? preferred : varyingBy('Accept', preferred);
  return {
    documentedPath: documentedPath(route.path),
    responseHeaders: isVersion1(route.path) ? [...flatHeaders(operationHeaders(route)), ...fields] : outside,
    comparesIfMatch: requestHeaders.includes('if-match'),
    hasPreferences,
  };
}

/** Returns header fields with another name in `Vary`. */
function varyingBy(name: string, fields: readonly string[]): string[] {
  return fields.map((field, index) => (fields[index - 1] === 'Vary' ? `${field}, ${name}` : field));
}

/** Returns a path with its parameters as openapi.json has them: `/v1/pets/{petId}`. */
export function documentedPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** Returns the header fields about the stability and the removal of an operation (RFC 9745, RFC 8594). */
export function operationHeaders({
  stability,
  removal,
}: Pick<Route, 'stability' | 'removal'>): Record<string, string> {
  return {
    ...(stability && { 'x-api-stability': stability }),
    ...(removal && {
      Deprecation: `@${removal.deprecatedAt / SECOND}`,
      Sunset: new Date(removal.goneAt).toUTCString(),
      Link: `<${removal.successor}>; rel="successor-version", <${removal.reference}>; rel="deprecation"; type="text/html"`,
    }),
  };
}

function routeError(method: string, path: string, allowed: readonly string[]): ApiError {
  if (allowed.length === 0) {
    return new ApiError(
      'route_not_found',
      `The path ${quote(path)} does not exist. The operations are listed at /docs.`,
    );
  }
  return new ApiError(
    'method_not_allowed',
    `${quote(path)} does not support ${method}. Use ${allowed.join(' or ')}.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}

/** Rejects a request for an operation that was removed (410). */
export function refuseRemoved({ route, now }: Exchange): Answer | undefined {
  const removal = route?.removal;
  if (removal === undefined || now < removal.goneAt) return undefined;
  const day = new Date(removal.goneAt).toISOString().slice(0, 10);
  return errorAnswer(
    new ApiError(
      'operation_removed',
      `This operation was removed on ${day}. Use GET ${removal.successor} instead.`,
    ),
  );
}

import type { FastifyInstance } from 'fastify';
import FindMyWay, { type HTTPMethod } from 'find-my-way';
import type { Clock } from '../core/clock.ts';
import type { Exchange, Route } from './exchange.ts';
import { type Input, InputValidator } from './requests/input-validator.ts';
import { namesIn } from './requests/query-parameters.ts';
import { schemaCompiler, type TextFormats } from './requests/validation.ts';
import { flatHeaders } from './responses/answer.ts';
import { operationHeaders } from './stability.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if search engines may show what is at the path. */
    isIndexed?: boolean;
  }
}

interface Match extends Input {
  readonly route: Route;
}

export interface RouteTableOptions {
  clock: Clock;
  formats: TextFormats;
  /** Header fields of every response under `/v1`. */
  headers: readonly string[];
}

/** All routes of the service. Create it before adding routes. */
export class RouteTable {
  /** A path parameter may be as long as a request line, as in the framework. */
  readonly #router = FindMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER });
  /** Routes without path parameters, by method and path: a map lookup is faster than the router. */
  readonly #constant = new Map<string, Map<string, Route>>();
  readonly #methods = new Set<string>();
  readonly #options: RouteTableOptions;

  constructor(app: FastifyInstance, options: RouteTableOptions) {
    this.#options = options;
    /** The shared schemas by their ids. They are complete when the first request is validated. */
    const schemas: Record<string, unknown> = {};
    const compile = schemaCompiler(options.formats, schemas);
    const add = (method: string, route: Route) => this.#add(method, route);
    app.addHook('onRoute', function addRoute(this: FastifyInstance, { method, url, config = {}, schema }) {
      Object.assign(schemas, this.getSchemas());
      const route: Route = {
        operationId: schema?.operationId,
        path: url.replaceAll(/:(\w+)/g, '{$1}'),
        config,
        schema,
        headers: [...flatHeaders(operationHeaders(config)), ...options.headers],
        comparesIfMatch: namesIn(schema?.headers).includes('if-match'),
        pattern: url,
        input: new InputValidator({ schema, config, compile, schemas, formats: options.formats }),
      };
      for (const name of [method].flat()) add(name, route);
    });
  }

  /** Returns the route of a path without parameters. */
  findConstant(method: string, target: string): Route | undefined {
    return this.#constant.get(method)?.get(pathOf(target));
  }

  /** Returns the parameters of a request for a known route, as text. */
  inputOf({ input, method, target }: Pick<Exchange, 'input' | 'method' | 'target'>): Input {
    // Without a query, the router is not needed: the path has no parameters.
    const found = input ?? (target.includes('?') ? this.match(method, target) : undefined);
    return found ?? { params: {}, query: {} };
  }

  /** Returns any route, with its parameters as text. */
  match(method: string, target: string): Match | undefined {
    const found = this.#router.find(method as HTTPMethod, target);
    if (found === null) return undefined;
    return { route: found.store as Route, params: found.params, query: found.searchParams };
  }

  /**
   * Returns the methods of a path, as `Allow` lists them (RFC 9110, section 10.2.1); empty for an unknown path. Every
   * known path has OPTIONS, to which `checkRoute` responds.
   */
  allowedMethods(path: string): string[] {
    const routed = [...this.#methods].filter((method) => this.#isOffered(method, path));
    return routed.length === 0 ? [] : [...routed, 'OPTIONS'].sort();
  }

  #isOffered(method: string, path: string): boolean {
    const found = this.match(method, path);
    return (
      found !== undefined && this.#options.clock.now() < (found.route.config.removal?.goneAt ?? Infinity)
    );
  }

  #add(method: string, route: Route): void {
    const { pattern } = route;
    this.#methods.add(method);
    this.#router.on(method as HTTPMethod, pattern, () => {}, route);
    if (pattern.includes(':')) return;
    const paths = this.#constant.get(method) ?? new Map<string, Route>();
    this.#constant.set(method, paths.set(pattern, route));
  }
}

export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

/** Returns true for a path under `/v1`, also if it is written with escapes. */
export function isVersion1(target: string): boolean {
  const mayBeEscaped = target.startsWith('/%') || target.startsWith('/v%');
  const path = mayBeEscaped ? (decoded(pathOf(target)) ?? target) : target;
  return path.startsWith('/v1') && (path.length === 3 || path[3] === '/' || path[3] === '?');
}

/** Returns undefined for a malformed escape. */
export function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

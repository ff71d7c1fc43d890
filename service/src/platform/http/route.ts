import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { ApiError, ErrorCode } from '../core/errors.ts';
import type { FieldFault } from '../core/field-faults.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import type { KeyScope, Role } from '../core/role.ts';
import type { Representation } from './responses/representation.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The stability of an operation. A deprecated operation will be removed. */
export type Stability = 'stable' | 'beta' | 'experimental' | 'deprecated';

/** When an operation was deprecated, when it is removed, and its replacement. Times are Unix milliseconds. */
export interface OperationRemoval {
  readonly deprecatedAt: number;
  readonly goneAt: number;
  readonly successor: string;
  readonly reference: string;
}

/** A complete response, without the header fields that every response has. */
export interface Answer {
  readonly status: number;
  /** A flat list of names and values. */
  readonly headers: readonly string[];
  readonly etag?: string | undefined;
  /** Undefined for a status without a body. */
  readonly body?: string | Representation | Buffer | undefined;
  /** A body that is sent while it is read, instead of `body`. If it fails, the connection is closed. */
  readonly stream?: AsyncIterable<string | Uint8Array>;
  /** Called when the head was sent, instead of `body`: it writes the body as it comes to be, and ends the response. */
  readonly follow?: (response: ServerResponse) => void;
  /** The media type; JSON by default. Bytes in a buffer are not compressed. */
  readonly type?: string;
}

/** The input of a route, which is validated, and its description in openapi.json. */
interface RouteSchema<
  Query extends TSchema = TSchema,
  Params extends TSchema = TSchema,
  Body extends TSchema = TSchema,
> {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly query?: Query;
  /** The parameters of the path. */
  readonly params?: Params;
  /** Request headers. They are only documented: what reads a header also validates it. */
  readonly headers?: TSchema;
  /** A JSON body. */
  readonly body?: Body;
  /** The successful responses by their status. */
  readonly responses?: Readonly<Record<number, object>>;
}

/** How a route takes bodies, if it takes more than a small JSON object, or something else. */
interface BodyRules<Value = unknown> {
  /** The accepted media types of a body that is no JSON. */
  readonly types?: readonly string[];
  /** Other names of these types, which are accepted as well. */
  readonly typeAliases?: readonly string[];
  /** What to do instead of sending a body of some other types: sentences for the message of the error. */
  readonly typeAdvice?: Readonly<Record<string, string>>;
  /** The maximum size of a body that is larger than other bodies may be. */
  readonly limitBytes?: number;
  /** True if the objects in it have int64 members, too, whose digits must not be lost. */
  readonly hasNestedInt64?: boolean;
  /** True if a request without a body means an empty object. */
  readonly isOptional?: boolean;
  /** Receives the body instead of the reader of JSON, after all steps that need no body. */
  readonly receive?: ReceiveBody<Value>;
  /** The body in openapi.json, if it is no JSON, or if the service accepts more than it documents. */
  readonly documented?: object;
}

/** Runs a read of the store in a place of its own, which it keeps no longer than the read. */
export type InReadPlace = <Result>(read: () => MaybePromise<Result>) => MaybePromise<Result>;

/** How a read answers the requests that may have to wait: they keep no place of the store meanwhile. */
interface LiveRead<Query extends TSchema, Params extends TSchema> {
  readonly isLive: (exchange: Exchange) => boolean;
  readonly handle: (
    exchange: Exchange,
    values: Pick<Values<Query, Params>, 'query' | 'params'>,
    inPlace: InReadPlace,
  ) => MaybePromise<Answer>;
}

/** Everything that a path of the service may declare: an operation under `/v1`, a page, a file or a form. */
export interface Route<
  Query extends TSchema = TSchema,
  Params extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Value = unknown,
> {
  readonly method: Method;
  /** With its parameters as the router reads them: `/v1/pets/:petId`. */
  readonly path: string;
  readonly schema?: RouteSchema<Query, Params, Body>;
  readonly body?: BodyRules<Value>;
  /** The lowest role that may use the operation, if its method alone does not decide. */
  readonly role?: Role;
  /**
   * True for an operation that a key with `allowedOrigins` may use, whatever the role of its account. Everyone can read such a
   * key in a page, and can send its `Origin`, so it reads only what a page shows to everyone.
   */
  readonly isForWebPages?: boolean;
  /** What a key may be limited to that uses the operation, whatever its role; undefined if such a key may not. */
  readonly scope?: KeyScope;
  /** True for a write that a person with the role `volunteer` may use: on animals, profiles and photos. */
  readonly isForVolunteers?: boolean;
  /** The errors of the operation, without those that every operation may have. */
  readonly errors?: readonly ErrorCode[];
  /**
   * Returns what is wrong with members of a JSON body and cannot be in its schema, such as a date in the future. It gets the
   * members that the schema accepts.
   */
  readonly bodyFaults?: (body: Partial<Static<Body>>, now: number) => readonly FieldFault[];
  /** Example messages of its errors in openapi.json, if those of other operations would be wrong. */
  readonly errorMessages?: Partial<Readonly<Record<ErrorCode, string>>>;
  /** Returns the error for an id in the path that does not exist or is not an int64. */
  readonly notFound?: (id: string) => ApiError;
  /** Undefined for a path that is no operation of the API: openapi.json leaves it out. */
  readonly stability?: Stability;
  readonly removal?: OperationRemoval;
  /** True for the operations of the documented interface: they ignore unknown parameters, unless a name misleads (docs/adr/0022). */
  readonly ignoresUnknownParameters?: boolean;
  /** Names that mislead and that such an operation ignores all the same, because version 1.0.0 did. */
  readonly ignoredParameters?: readonly string[];
  /** True for the operation that explains a used-up quota: it then answers, and counts against the address of the client. */
  readonly answersBeyondQuota?: boolean;
  /** True if a parameter of the path is a secret: no span has the path as it was sent. */
  readonly isPathSecret?: boolean;
  /** True if search engines may show what is at the path. */
  readonly isIndexed?: boolean;
  /** True for a path outside of `/v1` that scripts of all origins may read. Under `/v1` they may read everything. */
  readonly isForEveryOrigin?: boolean;
  /** Who may get the same cached response to a GET request. By default no response is cached. */
  readonly cache?: 'everyone' | 'account';
  /** Answers some requests instead of `handle`. */
  readonly live?: LiveRead<Query, Params>;
  /**
   * Does what a request asks for. A representation is the current state of a resource, for which the client may have sent
   * conditions. An error is thrown.
   */
  readonly handle: (
    exchange: Exchange,
    values: Values<Query, Params, Body, Value>,
  ) => MaybePromise<Answer | Representation>;
}

/** The validated input of a request. */
export interface Values<
  Query extends TSchema = TSchema,
  Params extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Value = unknown,
> {
  readonly query: Static<Query>;
  readonly params: Static<Params>;
  /** What the schema describes, or what `receive` has read. */
  readonly body: unknown extends Static<Body> ? Value : Static<Body>;
  /** What identifies the body, for requests that are repeated: its bytes, unless `receive` returns others. */
  readonly bytes: Buffer;
}

/** Declares a route. Its schemas give the types of what `handle` gets. */
export function route<Query extends TSchema, Params extends TSchema, Body extends TSchema, Value>(
  declared: Route<Query, Params, Body, Value>,
): Route {
  return declared as unknown as Route; // the validator returns what the schemas describe
}

/** The parameters of a request as text. */
export interface TextParameters {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
}

/** The body of a request. */
export interface ReceivedBody<Value = unknown> {
  /** What was read from it; undefined without a body. */
  readonly value: Value;
  /** What identifies the content. */
  readonly bytes: Buffer;
}

/** Receives the body of a request, whose parameters are not validated yet. */
export type ReceiveBody<Value = unknown> = (
  exchange: Exchange,
  parameters: TextParameters,
) => MaybePromise<ReceivedBody<Value>>;

/** Returns the values of the types that the schemas of a route describe, and leaves what it gets unchanged. */
export interface RouteValidator {
  /** @throws {ApiError} `invalid_parameter`. */
  requireValidQuery(query: TextParameters['query']): void;
  /** @throws {ApiError} `invalid_parameter`, or that the resource does not exist. */
  parameters(text: TextParameters): Pick<Values, 'params' | 'query'>;
  /** As `parameters`, after it has parsed a JSON body. @throws {ApiError} also `malformed_json` and `invalid_body`. */
  values(text: TextParameters, received: ReceivedBody, now: number): Values;
  /** Returns the names of the members of the body that are int64. */
  int64Members(): ReadonlySet<string>;
}

/** A route as the table finds it. */
export interface TableRoute extends Route {
  /** With the names of its parameters in braces, as openapi.json has it: `/v1/pets/{petId}`. */
  readonly documentedPath: string;
  /** Header fields of every response, as a flat list of names and values. */
  readonly responseHeaders: readonly string[];
  /** True if the operation documents `If-Match`. */
  readonly comparesIfMatch: boolean;
  /** True if the operation documents `Prefer`, so that its responses vary by it. */
  readonly hasPreferences: boolean;
  readonly validator: RouteValidator;
}

/** The header fields that describe quotas: those of the API, and those of draft-ietf-httpapi-ratelimit-headers-10. */
export type QuotaHeaders = Readonly<
  Record<
    'X-RateLimit-Limit' | 'X-RateLimit-Remaining' | 'X-RateLimit-Reset' | 'RateLimit-Policy' | 'RateLimit',
    string
  >
>;

/** The span of one request. */
export interface RequestSpan {
  /** The ids for lines of the log, named as OpenTelemetry names them. */
  readonly logFields: { readonly trace_id: string; readonly span_id: string };
  /** Runs the work of the request. What it asks of the store becomes spans below this one. */
  run<T>(work: () => T): T;
  /** Call it with the status of the response. A request without a response has no span. */
  end(status: number): void;
}

/** Records requests as spans. */
export interface Tracing {
  begin(exchange: Exchange): RequestSpan;
}

/** What is known of a request when it arrives. */
export interface RequestStart {
  readonly request: IncomingMessage;
  /** The time by the clock of the service. */
  readonly now: number;
  /** The request target in the form that the router reads. */
  readonly target: string;
  /** Undefined if there is no such path, or not with this method. */
  readonly route: TableRoute | undefined;
  /** The parameters, if the router had to read them to find the route. `RouteTable.parametersOf` returns them in any case. */
  readonly matched: TextParameters | undefined;
}

/** A request and its response. `access/accounts/authenticate.ts` adds its sender by declaration merging. */
export class Exchange implements RequestStart {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Links the response to its lines in the log. */
  readonly id: string;
  readonly now: number;
  /** The same by the monotonic clock, for the duration in the metrics and the log. */
  readonly beganAt: number;
  readonly target: string;
  readonly route: TableRoute | undefined;
  readonly matched: TextParameters | undefined;
  /** Header fields that the response has, also if it is an error: a flat list of names and values. */
  responseHeaders: readonly string[];
  /** Undefined until the request was counted. */
  quotaHeaders: QuotaHeaders | undefined;
  /** How many requests were counted for it against its account, and when by the clock of the quota. */
  counted = 0;
  countedAt = 0;
  /** How long it has waited for an event. This is no work of the service. */
  waitedMs = 0;
  /** Whether the request arrived too late in a shutdown to be served. */
  readonly isLate: boolean;
  /** Undefined unless OpenTelemetry is on. */
  span: RequestSpan | undefined;
  /** After an error while the body is `arriving`, the next request cannot be found on the connection. */
  body: 'not read' | 'arriving' | 'read' = 'not read';
  /** Undefined until the body was received. */
  received: ReceivedBody | undefined;
  /** Undefined until the input was validated. */
  values: Values | undefined;
  /** The fault of the service that the response reports. */
  fault: ApiError | undefined;

  constructor(
    { request, now, target, route, matched }: RequestStart,
    own: Pick<Exchange, 'response' | 'id' | 'beganAt' | 'responseHeaders' | 'isLate'>,
  ) {
    this.request = request;
    this.response = own.response;
    this.id = own.id;
    this.now = now;
    this.beganAt = own.beganAt;
    this.target = target;
    this.route = route;
    this.matched = matched;
    this.responseHeaders = own.responseHeaders;
    this.isLate = own.isLate;
  }

  get method(): string {
    return this.request.method ?? '';
  }
}

/**
 * One step of a request. It returns the answer that ends the request, or undefined if the next step follows. A step answers a
 * 4xx with `errorAnswer`, because to throw takes an eighth of the time of a rejection. A fault of the service, and every error of
 * what a step calls, is thrown: `answerError` keeps its cause for the log.
 * It is synchronous unless it has to wait.
 */
export type Step = (exchange: Exchange) => MaybePromise<Answer | undefined>;

/** Runs steps in their order until one answers. */
export function runSteps(steps: readonly Step[], exchange: Exchange, first = 0): MaybePromise<Answer> {
  for (let index = first; index < steps.length; index += 1) {
    const answer = steps[index]?.(exchange);
    if (answer instanceof Promise) {
      return answer.then((settled) => settled ?? runSteps(steps, exchange, index + 1));
    }
    if (answer !== undefined) return answer;
  }
  throw new Error('No step has answered the request');
}

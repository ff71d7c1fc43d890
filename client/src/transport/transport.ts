import { OPERATIONS, type Operations } from '../contract.ts';
import { PetstoreAnswerError, PetstoreError } from '../errors.ts';
import type { CallOptions, RawResponse, RequestOptions } from '../options.ts';
import { type Quota, quotaOf } from '../quota-headers.ts';
import { CALL_OPTIONS, isolated, limitsOf, refuseUnknown, type Settings } from '../settings.ts';
import { Attempts } from './attempts.ts';
import { conditionHeaders } from './conditions.ts';
import { deprecationOf } from './deprecation.ts';
import { idempotencyHeader } from './idempotency-key.ts';
import { digitsOf, membersOf, requireBigints, writeJson } from './int64-json.ts';
import { QuotaQueue, type Report } from './quota-queue.ts';
import { type PetstoreResponse, readResponse } from './response.ts';
import { type OutgoingRequest, send } from './send.ts';

export type OperationId = keyof Operations;

/** The content of a request and how it is carried out. */
interface CallDetails {
  query?: object | undefined;
  /** A file or a form is sent as it is, everything else as JSON. */
  body?: object | undefined;
  headers?: Record<string, string> | undefined;
  options?: RequestOptions | undefined;
  /** The names in `options` that this call has besides those of every call. */
  accepts?: readonly string[];
  /** The error code that proves, on a retry after a lost response, that an earlier attempt succeeded. */
  doneIf?: string;
  /** The number of changes in the body of a batch. */
  changes?: number;
}

type FileBody = Blob | Uint8Array | FormData;

/** The arguments of one call of an operation. */
export interface Call<Id extends OperationId> extends CallDetails {
  /** Replaces the first parameter in the path. */
  id?: string | bigint;
  /** Replaces the second parameter in the path. */
  itemId?: string | bigint;
  query?: Operations[Id]['query'];
  /** For a file, `headers` have its type. */
  body?: Operations[Id]['body'] | FileBody;
}

/** What `RequestOptions` have besides the options of every call; with POST also an `idempotencyKey`. */
const REQUEST_OPTIONS = ['query', 'body', 'headers', 'ifMatch', 'ifNoneMatch'];

/** Carries every call to the service: waits for its turn, sends it, retries it and reads the response. */
export class Transport {
  readonly #settings: Settings;
  readonly #queue: QuotaQueue;
  /** The deprecated operations that `onDeprecation` has reported. */
  readonly #deprecated = new Set<string>();
  #quota: Quota | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#queue = new QuotaQueue(settings);
  }

  /** Both windows as the last response reported them. */
  get quota(): Quota | undefined {
    return this.#quota;
  }

  /** @throws {PetstoreError} and the other errors of this package. */
  async call<Id extends OperationId>(
    operation: Id,
    { id, itemId, ...call }: Call<Id>,
  ): Promise<PetstoreResponse<Operations[Id]['result']>> {
    for (const members of [call.query, call.body]) if (!isFile(members)) requireBigints(members);
    const [method = '', path = ''] = OPERATIONS[operation].split(' ');
    return this.#deliver(operation, method, pathOf(path, id, itemId), call);
  }

  /** Sends a request that is no operation. */
  async request<Result>(
    givenMethod: string,
    givenPath: string,
    options: RequestOptions = {},
  ): Promise<PetstoreResponse<Result>> {
    // `fetch` changes the case of some methods only.
    const method = givenMethod.toUpperCase();
    const path = givenPath.replace(/^\/?(v1\/)?/, '/');
    const call = { ...options, options, accepts: REQUEST_OPTIONS };
    return this.#deliver(`${method} ${path}`, method, path, call);
  }

  /** @param operation the id of the operation; of another request, its method and path. */
  async #deliver<Result>(
    operation: string,
    method: string,
    path: string,
    call: CallDetails,
  ): Promise<PetstoreResponse<Result>> {
    const { options = {}, doneIf } = call;
    const request = this.#requestOf(method, path, call);
    const settings = { ...this.#settings, ...limitsOf(options, this.#settings) };
    const attempts = new Attempts(settings, this.#queue, { signal: options.signal, method });
    for (;;) {
      await attempts.waitForTurn();
      try {
        return await this.#attempt<Result>(operation, request, settings, options);
      } catch (error) {
        const isDone = attempts.hasLostResponse && error instanceof PetstoreError && error.code === doneIf;
        if (isDone) return { result: undefined as Result, status: 204, headers: new Headers(), body: '' };
        await attempts.waitForRetry(error);
      }
    }
  }

  async #attempt<Result>(
    operation: string,
    request: OutgoingRequest,
    settings: Settings,
    { signal, onResponse }: CallOptions,
  ): Promise<PetstoreResponse<Result>> {
    let report: Report | undefined;
    try {
      const raw = await send(settings, request, signal);
      isolated(onResponse)(raw);
      report = { quota: this.#observe(operation, raw), rejection: undefined };
      return readResponse<Result>(raw, request.method);
    } catch (error) {
      if (report !== undefined && isTooManyRequests(error)) report.rejection = error;
      throw error;
    } finally {
      this.#queue.release(report);
    }
  }

  /** Reports the quota and the deprecation in a response to the listeners. Returns the quota. */
  #observe(operation: string, { headers }: RawResponse): Quota | undefined {
    const quota = quotaOf(headers);
    if (quota !== undefined) {
      this.#quota = quota;
      this.#settings.onQuota(quota);
    }
    const deprecation = deprecationOf(headers);
    if (deprecation !== undefined && !this.#deprecated.has(operation)) {
      this.#deprecated.add(operation);
      this.#settings.onDeprecation({ operation, ...deprecation });
    }
    return quota;
  }

  #requestOf(method: string, path: string, call: CallDetails): OutgoingRequest {
    const { query, body, headers = {}, options = {}, accepts = [], changes } = call;
    const isPost = method === 'POST';
    refuseUnknown(options, [...CALL_OPTIONS, ...(isPost ? ['idempotencyKey'] : []), ...accepts]);
    const { baseUrl, apiKey } = this.#settings;
    const json = isFile(body) ? undefined : body;
    return {
      method,
      url: baseUrl + path + queryOf(query),
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(json && { 'content-type': 'application/json' }),
        ...(isPost && idempotencyHeader(options)),
        ...conditionHeaders(options),
        ...lowerCased(headers),
      },
      body: isFile(body) ? body : json ? writeJson(json) : null,
      changes,
    };
  }
}

/** A 429 from the service or from a proxy in front of it: the quota is used up, or the key is banned. */
function isTooManyRequests(error: unknown): error is PetstoreError | PetstoreAnswerError {
  return (error instanceof PetstoreError || error instanceof PetstoreAnswerError) && error.status === 429;
}

function isFile(body: unknown): body is FileBody {
  return body instanceof Blob || body instanceof Uint8Array || body instanceof FormData;
}

function pathOf(template: string, ...ids: Array<bigint | string | undefined>): string {
  return template.replace(/\*/g, () => {
    const id = ids.shift();
    return typeof id === 'string' ? encodeURIComponent(id) : digitsOf(id, 'id');
  });
}

/** A name in another case would add a second value instead of replacing the first one. */
function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A list becomes its items with commas. */
function queryOf(query: object | undefined): string {
  const parameters = membersOf(query).map(([name, value]): [string, string] => [name, String(value)]);
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
}

import { INT64_MEMBERS, OPERATIONS, type Operations } from '../contract.ts';
import { PetstoreAnswerError, PetstoreError } from '../errors.ts';
import type { Settings } from '../options.ts';
import { type Quota, quotaOf } from '../quota-headers.ts';
import { Attempts } from './attempts.ts';
import { type Conditions, conditionHeaders } from './conditions.ts';
import { deprecationOf } from './deprecation.ts';
import { digitsOf, writeJson } from './int64-json.ts';
import { QuotaQueue, type Report } from './quota-queue.ts';
import { type OperationResponse, type RawResponse, readResponse } from './response.ts';
import { type OutgoingRequest, send } from './send.ts';

export type OperationId = keyof Operations;

/** The arguments of one call of an operation. */
export interface Call<Id extends OperationId> {
  /** Replaces the first parameter in the path. */
  id?: bigint;
  /** Replaces the parameter `photoId` in the path. */
  photoId?: string;
  query?: Operations[Id]['query'];
  body?: Operations[Id]['body'];
  /** A body that is no JSON. `headers` have its type, unless it is a form. */
  file?: Blob | Uint8Array<ArrayBuffer> | FormData;
  headers?: Record<string, string>;
  options?: Conditions | undefined;
  /** Retries without a limit, until its signal is aborted. */
  isEndless?: boolean;
  /** The error code that proves, on a retry after a lost response, that an earlier attempt succeeded. */
  doneIf?: string;
}

/** Carries every call to the service: waits for its turn, sends it, retries it and reads the response. */
export class Transport {
  readonly #settings: Settings;
  readonly #queue: QuotaQueue;
  /** The deprecated operations that `onDeprecation` has reported. */
  readonly #deprecated = new Set<OperationId>();
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
    call: Call<Id>,
  ): Promise<OperationResponse<Operations[Id]['result']>> {
    const request = this.#requestOf(operation, call);
    const attempts = this.#attemptsOf(request.method, call);
    for (;;) {
      await attempts.waitForTurn();
      try {
        return await this.#attempt(operation, request, call.options?.signal);
      } catch (error) {
        const isDone =
          attempts.hasLostResponse && error instanceof PetstoreError && error.code === call.doneIf;
        if (isDone) return { result: undefined, status: 204, headers: new Headers() };
        await attempts.waitForRetry(error);
      }
    }
  }

  #attemptsOf(method: string, { options, isEndless = false }: Call<OperationId>): Attempts {
    const limits = isEndless && { attempts: Number.POSITIVE_INFINITY, retryMs: Number.POSITIVE_INFINITY };
    const call = { signal: options?.signal, method };
    return new Attempts({ ...this.#settings, ...limits }, this.#queue, call);
  }

  async #attempt<Id extends OperationId>(
    operation: Id,
    request: OutgoingRequest,
    signal: AbortSignal | undefined,
  ): Promise<OperationResponse<Operations[Id]['result']>> {
    let report: Report | undefined;
    try {
      const raw = await send(this.#settings, request, signal);
      report = { quota: this.#observe(operation, raw), rejection: undefined };
      return readResponse<Operations[Id]['result']>(raw);
    } catch (error) {
      if (report !== undefined && isTooManyRequests(error)) report.rejection = error;
      throw error;
    } finally {
      this.#queue.release(report);
    }
  }

  /** Reports the quota and the deprecation in a response to the listeners. Returns the quota. */
  #observe(operation: OperationId, { headers }: RawResponse): Quota | undefined {
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

  #requestOf<Id extends OperationId>(
    operation: Id,
    { id, photoId = '', query, body, file, headers, options }: Call<Id>,
  ): OutgoingRequest {
    const [method = '', path = ''] = OPERATIONS[operation].split(' ');
    const { baseUrl, apiKey } = this.#settings;
    return {
      method,
      url: baseUrl + pathOf(path, id, photoId) + queryOf(query),
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
        ...conditionHeaders(options),
        ...headers,
      },
      body: file ?? (body === undefined ? null : writeJson(body)),
    };
  }
}

/** A 429 from the service or from a proxy in front of it: the quota is used up, or the key is banned. */
function isTooManyRequests(error: unknown): error is PetstoreError | PetstoreAnswerError {
  return (error instanceof PetstoreError || error instanceof PetstoreAnswerError) && error.status === 429;
}

function pathOf(template: string, id: bigint | undefined, photoId: string): string {
  return template
    .replace('{photoId}', encodeURIComponent(photoId))
    .replace(/\{(\w+)\}/, (_, name) => digitsOf(id, name));
}

function queryOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const parameters = given.map(([name, value]): [string, string] => [
    name,
    [value]
      .flat()
      .map((item) => (INT64_MEMBERS.has(name) ? digitsOf(item, name) : String(item)))
      .join(','),
  ]);
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
}

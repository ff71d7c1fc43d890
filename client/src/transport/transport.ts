import { type Conditions, conditionHeaders } from '../conditions.ts';
import { INT64_MEMBERS, OPERATIONS, type Operations } from '../contract.ts';
import { PetstoreAnswerError, PetstoreError } from '../errors.ts';
import type { Settings } from '../options.ts';
import { type Quota, quotaOf } from '../quota-headers.ts';
import { Attempts } from './attempts.ts';
import { deprecationOf } from './deprecation.ts';
import { digitsOf, writeJson } from './int64-json.ts';
import { QuotaQueue, type Told } from './quota-queue.ts';
import { type Answer, type RawAnswer, readAnswer } from './response.ts';
import { type Outgoing, send } from './send.ts';

export type OperationId = keyof Operations;

/** One call of an operation. */
export interface Call<Id extends OperationId> {
  /** The id in the path, where it has one. */
  id?: bigint;
  query?: Operations[Id]['query'];
  body?: Operations[Id]['body'];
  headers?: Record<string, string>;
  options?: Conditions | undefined;
  /** Goes on trying for as long as its signal lets it. */
  isEndless?: boolean;
  /** An error that says, after a request whose answer was lost, that it had been carried out. */
  doneIf?: string;
}

/** Carries calls to the service: waits for their turn, sends them, repeats them, reads the answers. */
export class Transport {
  readonly #settings: Settings;
  readonly #admission: QuotaQueue;
  /** The deprecated operations that were told of. */
  readonly #deprecated = new Set<OperationId>();
  #quota: Quota | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#admission = new QuotaQueue(settings);
  }

  /** Both windows as the last answer told them. */
  get quota(): Quota | undefined {
    return this.#quota;
  }

  /** @throws {PetstoreError} and the other errors of this package. */
  async call<Id extends OperationId>(
    operation: Id,
    call: Call<Id>,
  ): Promise<Answer<Operations[Id]['result']>> {
    const outgoing = this.#outgoing(operation, call);
    const attempts = this.#attempts(outgoing.method, call);
    for (;;) {
      await attempts.turn();
      try {
        return await this.#attempt(operation, outgoing, call.options?.signal);
      } catch (error) {
        const isDone = attempts.wereLost && error instanceof PetstoreError && error.code === call.doneIf;
        if (isDone) return { result: undefined, status: 204, headers: new Headers() };
        await attempts.failed(error);
      }
    }
  }

  #attempts(method: string, { options, isEndless = false }: Call<OperationId>): Attempts {
    const { attempts, retryMs } = this.#settings;
    const limits = isEndless
      ? { attempts: Number.POSITIVE_INFINITY, retryMs: Number.POSITIVE_INFINITY }
      : { attempts, retryMs };
    const purpose = { signal: options?.signal, method };
    return new Attempts({ ...this.#settings, ...limits }, this.#admission, purpose);
  }

  async #attempt<Id extends OperationId>(
    operation: Id,
    outgoing: Outgoing,
    signal: AbortSignal | undefined,
  ): Promise<Answer<Operations[Id]['result']>> {
    let told: Told | undefined;
    try {
      const raw = await send(this.#settings, outgoing, signal);
      told = { quota: this.#observe(operation, raw), refusal: undefined };
      return readAnswer<Operations[Id]['result']>(raw);
    } catch (error) {
      if (told !== undefined && isRefusal(error)) told.refusal = error;
      throw error;
    } finally {
      this.#admission.leave(told);
    }
  }

  /** Tells what an answer says of the quota and of its operation; returns the quota. */
  #observe(operation: OperationId, { headers }: RawAnswer): Quota | undefined {
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

  #outgoing<Id extends OperationId>(
    operation: Id,
    { id, query, body, headers, options }: Call<Id>,
  ): Outgoing {
    const [method = '', path = ''] = OPERATIONS[operation].split(' ');
    const { baseUrl, apiKey } = this.#settings;
    return {
      method,
      url: baseUrl + path.replace(/\{(\w+)\}/, (_, name) => digitsOf(id, name)) + queryOf(query),
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
        ...conditionHeaders(options),
        ...headers,
      },
      body: body === undefined ? null : writeJson(body),
    };
  }
}

/** The quota is used up or the key is banned, by the word of the service or of a proxy before it. */
function isRefusal(error: unknown): error is PetstoreError | PetstoreAnswerError {
  return (error instanceof PetstoreError || error instanceof PetstoreAnswerError) && error.status === 429;
}

function queryOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const members = given.map(([name, value]): [string, string] => [
    name,
    INT64_MEMBERS.has(name) ? digitsOf(value, name) : String(value),
  ]);
  return members.length === 0 ? '' : `?${new URLSearchParams(members)}`;
}

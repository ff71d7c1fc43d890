import { codeOf, lossOf, type SentRequest } from '@petstore/testing/history/clients/history-client.ts';
import type { WorkloadClient } from '@petstore/testing/history/clients/workload.ts';
import type { Violation } from '@petstore/testing/history/violation.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import type { Random } from '@petstore/testing/random.ts';

const MINUTE_S = 60;
/** Not GET, so that the times of hostile clients are not among those of the readers. */
const METHOD = 'hostile';

interface HostileOptions {
  url: string;
  random: Random;
  violations: Violation[];
  note: (sent: SentRequest) => void;
}

/** A client that continues to send when its quota is used up, until its key is banned and after that. */
export class OverQuotaClient implements WorkloadClient {
  static readonly perMinute = 60;
  /** A crash may lose the counts of a second, in which this many requests are sent. */
  static readonly #maxLost = 40;
  /** Admitted requests by `X-RateLimit-Reset`, the end of their window. */
  readonly #admitted = new Map<string, number>();
  readonly #options: HostileOptions;
  readonly #key: string;

  constructor(options: HostileOptions, key: string) {
    this.#options = options;
    this.#key = key;
  }

  async step(): Promise<void> {
    const response = await get(this.#options, '/v1/pets?limit=1', this.#key, [200, 429, 503]);
    if (response?.status !== 200) return;
    const reset = response.headers.get('x-ratelimit-reset') ?? '';
    this.#admitted.set(reset, (this.#admitted.get(reset) ?? 0) + 1);
  }

  /** @param crashes times at which the service was killed, as `performance.now()`. */
  check(crashes: readonly number[]): Violation[] {
    const windowOf = (at: number) => MINUTE_S * Math.ceil((performance.timeOrigin + at) / 1_000 / MINUTE_S);
    return [...this.#admitted].flatMap(([window, admitted]) => {
      const lost = OverQuotaClient.#maxLost * crashes.filter((at) => String(windowOf(at)) === window).length;
      const max = OverQuotaClient.perMinute + lost;
      const promise = 'a window admits its quota, and after a crash the requests of one second more';
      return admitted > max ? [{ promise, acknowledged: { max }, found: { window, admitted } }] : [];
    });
  }
}

/** Returns a client that guesses keys. */
export function keyGuesser(options: HostileOptions): WorkloadClient {
  const letter = () => options.random.between(0, 35).toString(36);
  const key = () => `petstore_live_${Array.from({ length: 49 }, letter).join('')}`;
  return { step: async () => void (await get(options, '/v1/pets', key(), [401, 429, 503])) };
}

/** Returns undefined if there was no response. */
async function get(
  { url, note, violations }: HostileOptions,
  path: string,
  key: string,
  allowed: readonly number[],
): Promise<Response | undefined> {
  try {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    const { status, ok } = response;
    const code = await codeOf(response);
    note({ method: METHOD, status, error: ok ? undefined : code, ms: 0 });
    const promise = `the status of ${path} is one of ${allowed.join(', ')}`;
    if (!allowed.includes(status)) violations.push({ promise, acknowledged: undefined, found: status });
    return response;
  } catch (error) {
    note({ method: METHOD, status: undefined, error: lossOf(error), ms: 0 });
    return undefined;
  }
}

/** Bytes that are no request, or a wrong one. None of them changes anything. */
const MALFORMED: ReadonlyArray<(random: Random, key: string) => string | Uint8Array> = [
  (random) => Uint8Array.from({ length: random.between(1, 2_000) }, () => random.between(0, 255)),
  () => 'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  () => 'GET /v1/pets HTTP/1.1\r\n\r\n',
  () => 'POST /v1/pets HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n{}\r\n',
  () => 'POST /v1/pets HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  (random) => `GET /v1/pets HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(random.between(1, 100_000))}\r\n\r\n`,
  (_, key) => rawRequest({ key, path: '/v1/%zz' }),
  (random, key) => rawRequest({ key, path: `/v1/events?after=${'9'.repeat(random.between(1, 200))}` }),
  (random, key) => post(key, '['.repeat(random.between(1, 60_000))),
  (_, key) => post(key, '{"name":"\\u0000","categoryId":1e999999999}'),
  (_, key) => post(key, '{"name":"Frank","categoryId":1'),
  (_, key) => rawRequest({ method: 'CONNECT', path: 'example.org:443', key }),
  (_, key) => rawRequest({ method: 'DELETE', path: '/v1/pets/0', key }),
];

function post(key: string, body: string): string {
  return rawRequest({ method: 'POST', key, headers: ['Content-Type: application/json'], body });
}

/** Returns a client that sends malformed requests. Any response but a 500 is allowed, and none. */
export function malformedClient({ url, random, note }: HostileOptions, key: string): WorkloadClient {
  return {
    step: async () => {
      const bytes = random.pick(MALFORMED)?.(random, key) ?? '';
      const response = await exchange(url, bytes).catch(() => undefined);
      const [, code = 'no response'] = /"code":"(\w+)"/.exec(response?.text ?? '') ?? [];
      note({ method: METHOD, status: response?.status, error: code, ms: 0 });
    },
  };
}

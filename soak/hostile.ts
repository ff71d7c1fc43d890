import type { SentRequest } from '@petstore/testing/history/clients/history-client.ts';
import type { WorkloadClient } from '@petstore/testing/history/clients/workload.ts';
import { exchange, RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import type { Random } from '@petstore/testing/random.ts';

const JSON_TYPE = 'Content-Type: application/json';

/** What no client sends, made anew each time. */
const BYTES: readonly ((random: Random, key: string) => string | Uint8Array)[] = [
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
  return rawRequest({ method: 'POST', key, headers: [JSON_TYPE], body });
}

/** Somebody who writes bytes that are no request, or a bad one. None of them changes anything. */
export class Hostile implements WorkloadClient {
  readonly #url: string;
  readonly #key: string;
  readonly #random: Random;
  readonly #note: (sent: SentRequest) => void;

  constructor(url: string, key: string, random: Random, note: (sent: SentRequest) => void) {
    this.#url = url;
    this.#key = key;
    this.#random = random;
    this.#note = note;
  }

  async step(): Promise<void> {
    const bytes = this.#random.pick(BYTES)?.(this.#random, this.#key) ?? '';
    // An answer with no body to parse, or none at all, is as good as any but a 500.
    const answer = await exchange(this.#url, bytes).catch(() => undefined);
    const [, code] = /"code":"(\w+)"/.exec(answer?.text ?? '') ?? [];
    this.#note({ method: 'stranger', status: answer?.status, error: code ?? 'no answer', ms: 0 });
  }
}

/** Opens connections that begin a request and say nothing more. They stay until the service has had enough of them. */
export async function openSlowClients(url: string, key: string, count: number): Promise<void> {
  const begun = rawRequest({ method: 'POST', key, headers: [JSON_TYPE, 'Content-Length: 50'] });
  for (let index = 0; index < count; index += 1) {
    const connection = await RawConnection.open(url);
    connection.write(begun.slice(0, index % 2 === 0 ? 20 : begun.length));
  }
}

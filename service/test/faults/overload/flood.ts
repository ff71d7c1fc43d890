import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RawConnection, type RawRequest, rawRequest } from '@petstore/testing/http/raw-http.ts';
import type { MeasuredService } from './measured-service.ts';

/** A flood of requests from a process of its own, and a polite client beside it. */

const PROGRAM = fileURLToPath(new URL('flood-client.ts', import.meta.url));

export interface Flood {
  connections: number;
  /** Requests that each connection sends without waiting for responses. */
  pipelined?: number;
  request: RawRequest;
}

/** All connections of a flood come from one address. */
export const MANY_CONNECTIONS = { MAX_CONNECTIONS_PER_ADDRESS: '10000' };

export const PREFLIGHT: RawRequest = {
  method: 'OPTIONS',
  headers: ['Origin: https://adopt.example', 'Access-Control-Request-Method: GET'],
};

export interface RunningFlood {
  /** Ends the flood; returns how many responses came, by status. */
  stop(): Promise<Readonly<Record<string, number>>>;
}

/**
 * Floods the processes of a service, which share the connections. Resolves when each connection had its first response:
 * from then on the service has accepted them all.
 */
export async function startFlood(
  t: TestContext,
  { urls }: Pick<MeasuredService, 'urls'>,
  { connections, pipelined = 1, request }: Flood,
): Promise<RunningFlood> {
  const child = fork(PROGRAM, [urls.join(' '), String(connections), String(pipelined), rawRequest(request)]);
  t.after(() => child.kill('SIGKILL'));
  await once(child, 'message');
  return {
    stop: async () => {
      child.send('stop');
      const [statuses] = await once(child, 'message');
      return statuses;
    },
  };
}

export interface Politeness {
  /** The share of its requests with a 200. */
  share: number;
  p50: number;
  p99: number;
}

const CONNECTIONS = 4;
const REQUESTS_EACH = 50;
const PATHS = ['/v1/pets?limit=1', '/v1/pets?limit=2&sort=id', '/v1/usage', '/v1/categories'];

/** A client that sends one request after the other on each of a few kept connections. */
export class PoliteClient {
  readonly #key: string;
  readonly #paths: readonly string[];
  readonly #connections: readonly RawConnection[];

  private constructor(key: string, paths: readonly string[], connections: readonly RawConnection[]) {
    this.#key = key;
    this.#paths = paths;
    this.#connections = connections;
  }

  static async open(
    t: TestContext,
    { urls, key }: Pick<MeasuredService, 'urls' | 'key'>,
    paths = PATHS,
  ): Promise<PoliteClient> {
    const opening = Array.from({ length: CONNECTIONS }, (_, index) =>
      RawConnection.open(urls[index % urls.length] ?? ''),
    );
    const connections = await Promise.all(opening);
    t.after(() => {
      for (const connection of connections) connection.close();
    });
    const client = new PoliteClient(key, paths, connections);
    await client.measure();
    return client;
  }

  /** @param requests on each connection. */
  async measure(requests = REQUESTS_EACH): Promise<Politeness> {
    const latencies: number[] = [];
    let good = 0;
    const send = async (connection: RawConnection) => {
      for (let sent = 0; sent < requests; sent += 1) {
        const begun = performance.now();
        connection.write(rawRequest({ path: this.#paths[sent % this.#paths.length] ?? '', key: this.#key }));
        const { status } = await connection.readResponse();
        latencies.push(performance.now() - begun);
        if (status === 200) good += 1;
      }
    };
    await Promise.all(this.#connections.map(send));
    latencies.sort((one, other) => one - other);
    const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0;
    return { share: good / latencies.length, p50: at(0.5), p99: at(0.99) };
  }
}

export interface Measured {
  alone: Politeness;
  beside: Politeness;
  statuses: Readonly<Record<string, number>>;
}

/** A wide bound for busy machines: before the queue had ranks, the slowdown was a thousand. */
const MAX_SLOWDOWN = 40;
const MIN_P50_MS = 2;

/** Asserts that a flood delayed the client little, and that the flood's requests got responses, too. */
export function assertPolite(t: TestContext, name: string, { alone, beside, statuses }: Measured): void {
  const shown = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  const ms = (time: number) => `${time.toFixed(1)} ms`;
  t.diagnostic(
    `${name}: ${beside.share * 100} % served, p50 ${ms(beside.p50)} (alone ${ms(alone.p50)}), p99 ${ms(beside.p99)}; flood: ${shown.join(', ')}`,
  );
  assert.ok(beside.share >= 0.99, `${name}: ${beside.share} were served`);
  const slowdown = beside.p50 / Math.max(alone.p50, MIN_P50_MS);
  assert.ok(slowdown <= MAX_SLOWDOWN, `${name}: ${slowdown} times slower`);
  assert.ok(Object.values(statuses).some((count) => count > 0));
}

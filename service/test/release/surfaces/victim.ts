import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sendOn } from '@petstore/testing/http/send-on-agent.ts';

/** What a polite client saw; latencies in milliseconds count from when a request should have been sent. */
export interface Seen {
  p50: number;
  p99: number;
  /** The share of its requests that succeeded. */
  goodShare: number;
  /** Animals that it added: the responses 201. */
  created: number;
}

const CONNECTIONS = 8;
const INTERVAL_MS = 25;
const BODY = '{"name":"Frank","categoryId":1}';
/** A cached page, a read and a write. */
const REQUESTS = [
  { path: '/v1/pets?limit=20' },
  { path: '/v1/usage' },
  { method: 'POST', path: '/v1/pets', headers: { 'content-type': 'application/json' }, body: BODY },
];

/** Sends 40 requests a second by schedule on kept connections, to the processes in turn, until `isOver`. */
export async function beVictim(urls: readonly string[], key: string, isOver: () => boolean): Promise<Seen> {
  const agent = new Agent({ keepAlive: true, maxTotalSockets: CONNECTIONS });
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  let good = 0;
  let created = 0;
  const begun = performance.now();
  for (let sent = 0; !isOver(); sent += 1) {
    const due = begun + sent * INTERVAL_MS;
    await wait(Math.max(0, due - performance.now()));
    const { path, ...request } = REQUESTS[sent % REQUESTS.length] ?? { path: '/v1/usage' };
    const url = urls[sent % urls.length] ?? '';
    const response = sendOn(agent, `${url}${path}`, { key, ...request }).then(({ status }) => {
      latencies.push(performance.now() - due);
      if (status === 200 || status === 201) good += 1;
      if (status === 201) created += 1;
    });
    pending.push(response.catch(() => void latencies.push(performance.now() - due)));
  }
  await Promise.all(pending);
  agent.destroy();
  latencies.sort((one, other) => one - other);
  const at = (share: number) => Math.round(latencies[Math.floor(latencies.length * share)] ?? 0);
  return { p50: at(0.5), p99: at(0.99), goodShare: good / latencies.length, created };
}

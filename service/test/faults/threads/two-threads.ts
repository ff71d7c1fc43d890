import { Agent, type AgentOptions } from 'node:http';
import type { Worker } from 'node:worker_threads';
import { type AccountTerms, addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import type { Scope } from '@petstore/testing/folders.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { send } from '@petstore/testing/http/send.ts';
import { type AgentRequest, type AgentResponse, sendOn } from '@petstore/testing/http/send-on-agent.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { pino } from 'pino';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { type Clock, SECOND, systemClock } from '../../../src/platform/core/clock.ts';
import { compose } from '../../../src/server/compose.ts';
import { mainThread } from '../../../src/server/threads/shared-memory.ts';

const WORKERS = 2;

/** The main thread does not look for events by itself. */
const CLOCK: Clock = {
  ...systemClock,
  every: (ms, task) => (ms === SECOND / 4 ? () => {} : systemClock.every(ms, task)),
};

type JsonRequest = AgentRequest & { readonly json?: unknown };

/**
 * Starts a service with two threads.
 *
 * @param beforeTheSecond is called while the first thread listens, and the second one does not yet.
 */
export async function startTwoThreads(
  scope: Scope,
  beforeTheSecond: (url: string) => Promise<void> = async () => {},
  env: Record<string, string> = {},
) {
  const lines: string[] = [];
  const config = parseConfig({
    DATABASE_URL: await temporaryStore(scope),
    PORT: String(await freePort()),
    METRICS_PORT: '0',
    WORKERS: String(WORKERS),
    ...env,
  });
  const url = config.localUrl;
  const own = mainThread();
  const worker = Promise.withResolvers<Worker>();
  process.once('worker', worker.resolve);
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const service = await compose(config, CLOCK, log, own);
  scope.after(() => service.close());
  const second = await worker.promise;
  const post = second.postMessage.bind(second);
  second.postMessage = async (message) => {
    if (message.kind === 'listen') await beforeTheSecond(url);
    post(message);
  };
  const { metricsUrl = '' } = await service.listen();

  const account = (terms: AccountTerms = {}) =>
    addAccount(service.database, `account ${Math.random()}`, Date.now(), {
      role: 'manager',
      ...UNLIMITED,
      ...terms,
    });
  const { key } = await account();
  /** Returns a connection to each thread. The first part of a request id names the thread. */
  const connect = async (options: AgentOptions = {}): Promise<[Agent, Agent]> => {
    const found = new Map<string, Agent>();
    await until(async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1, ...options });
      const { headers } = await sendOn(agent, `${url}/healthz`, {});
      const [name = ''] = String(headers['x-request-id']).split(/-[^-]*$/);
      if (found.has(name)) agent.destroy();
      else found.set(name, agent);
      return found.size === WORKERS;
    });
    scope.after(() => {
      for (const agent of found.values()) agent.destroy();
    });
    return [...found.values()] as [Agent, Agent]; // one for each thread
  };
  const request = (agent: Agent, path: string, sent: JsonRequest = {}): Promise<AgentResponse> => {
    const { json, ...rest } = sent;
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
    return sendOn(agent, `${url}${path}`, { key, ...rest, ...body, headers: { ...type, ...rest.headers } });
  };
  const addPet = (agent: Agent, name: string, headers: Record<string, string> = {}) =>
    request(agent, '/v1/pets', { method: 'POST', json: { name, categoryId: 1 }, headers });
  const agents = await connect();
  /** Returns the connection to the main thread, and the other one. */
  const mainFirst = async (): Promise<[Agent, Agent]> => {
    const [first, other] = agents;
    let isMain = false;
    service.app.server.once('request', () => {
      isMain = true;
    });
    await request(first, '/healthz');
    return isMain ? [first, other] : [other, first];
  };
  /** Returns how many requests of an operation a scrape has that were 200. */
  const countRequests = async (operation: string): Promise<number> => {
    const { text } = await send(metricsUrl);
    const [, count = '0'] =
      new RegExp(`_count\\{operation="${operation}",status="200"\\} (\\d+)`).exec(text) ?? [];
    return Number(count);
  };
  const clients = { account, agents, connect, request, addPet, mainFirst, countRequests };
  return { service, url, own, second, lines, key, ...clients };
}

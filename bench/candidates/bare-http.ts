import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyStore } from '../data/stores.ts';
import { sendExpectingSuccess } from '../load/send.ts';
import { startChild } from '../processes.ts';
import { RunScope, temporaryFolder } from '../scope.ts';
import {
  type Candidates,
  type Setup,
  type Throughput,
  type ThroughputLoad,
  throughputOf,
} from './candidate.ts';
import { startService } from './petstore.ts';

const EXPECTED_HEADERS = ['x-ratelimit-remaining', 'ratelimit', 'x-request-id'];
/** Node.js writes these by itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive'];

/** Bare `node:http`, which sends the bytes and headers of one response of the service to every request of a load. */
export const bareHttp: Candidates = async (setup) => {
  const folder = temporaryFolder(setup.scope);
  const recorded = new Map<string, string>();
  const measure = async (load: ThroughputLoad): Promise<Throughput> => {
    const file = recorded.get(load.title) ?? join(folder, `${recorded.size}.json`);
    if (!recorded.has(load.title)) writeFileSync(file, await recordResponse(setup, load));
    recorded.set(load.title, file);
    await using scope = new RunScope();
    const server = startChild(scope, 'bare-http.ts', [file], { core: setup.cores.server });
    return await throughputOf(await server.printed(/listens on (http:\S+)/), load, setup);
  };
  return [
    {
      name: 'bare node:http',
      measure: async (loads) => {
        const measured: Throughput[] = [];
        for (const load of loads) measured.push(await measure(load));
        return measured;
      },
    },
  ];
};

async function recordResponse({ store }: Setup, load: ThroughputLoad): Promise<string> {
  await using scope = new RunScope();
  const { url } = await startService(scope, `sqlite:${await copyStore(scope, store)}`);
  const [request] = load.requests(store);
  if (request === undefined) throw new Error(`${load.title} has no requests`);
  const { status, rawHeaders, body } = await sendExpectingSuccess(url, store.key, request);
  const names = rawHeaders.map((name) => name.toLowerCase());
  const missing = EXPECTED_HEADERS.find((name) => !names.includes(name));
  if (missing !== undefined) throw new Error(`the response to ${request.path} has no ${missing}`);
  const headers = rawHeaders.filter((_, index) => !OWN_HEADERS.includes(names[index - (index % 2)] ?? ''));
  return JSON.stringify({ status, headers, body });
}

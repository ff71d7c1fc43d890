import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyStore } from '../data/stores.ts';
import { send } from '../load/send.ts';
import { startChild } from '../processes.ts';
import { RunScope, temporaryFolder } from '../scope.ts';
import { type Candidates, httpCandidate, type Setup, type ThroughputLoad } from './candidate.ts';
import { startService } from './petstore.ts';

const EXPECTED_HEADERS = ['x-ratelimit-remaining', 'ratelimit', 'x-request-id'];
/** Node.js writes these by itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive'];

/** Bare `node:http`, which sends the bytes and headers of one response of the service to every request of a load. */
export const bareHttp: Candidates = async (setup) => {
  const folder = temporaryFolder(setup.scope);
  return [
    httpCandidate(setup, {
      name: 'bare node:http',
      serve: async (scope, load) => {
        const file = join(folder, `${load.title.replaceAll('/', '')}.json`);
        if (!existsSync(file)) writeFileSync(file, await recordResponse(setup, load));
        const server = startChild(scope, 'bare-http.ts', [file], { core: setup.cores.server });
        return server.printed(/listens on (http:\S+)/);
      },
    }),
  ];
};

async function recordResponse({ store }: Setup, load: ThroughputLoad): Promise<string> {
  await using scope = new RunScope();
  const { url } = await startService(scope, await copyStore(scope, store));
  const { path, ...request } = load.requests(store)[0] ?? { path: '' };
  const { status, rawHeaders, body } = await send(url, store.key, { path, ...request });
  const names = rawHeaders.map((name) => name.toLowerCase());
  const missing = EXPECTED_HEADERS.find((name) => !names.includes(name));
  if (missing !== undefined) throw new Error(`the response to ${path} has no ${missing}`);
  const headers = rawHeaders.filter((_, index) => !OWN_HEADERS.includes(names[index - (index % 2)] ?? ''));
  return JSON.stringify({ status, headers, body });
}

import { readFile } from 'node:fs/promises';
import autocannon, { type Requested } from 'autocannon';
import type { Load } from '../load/load.ts';
import { percentile } from '../rounds.ts';

/** More than a run sends: autocannon keeps every one in memory. */
const MOST_REQUESTS = 200_000;

// `load.ts` wrote this argument.
const load: Load = JSON.parse(process.argv[2] ?? '');
const { url, key, connections, seconds, body } = load;
const requests = await requestsInTurn(load);
const times: number[] = [];
let clients = 0;

const result = await autocannon({
  url,
  connections,
  duration: seconds,
  headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
  ...(body && { method: 'POST', body }),
  // Each connection has a share of the requests: autocannon would give every one of them all, from the first. Where
  // there are fewer requests than connections, the others send them, too.
  setupClient: (client) => {
    const first = clients;
    clients += 1;
    const share = requests.filter((_, index) => index % connections === first);
    if (requests.length > 0) client.setRequests(share.length > 0 ? share : requests);
    client.on('response', (_status, _bytes, ms) => times.push(ms));
  },
});
console.log(
  JSON.stringify({
    requests: result.requests.total,
    seconds: result.duration,
    refused: result.non2xx,
    broken: result.errors + result.timeouts,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    p99Ms: percentile(times, 0.99),
  }),
);

async function requestsInTurn({ pathsFile, keysFile }: Load): Promise<Requested[]> {
  if (pathsFile !== undefined) return (await linesOf(pathsFile)).map((path) => ({ path }));
  if (keysFile === undefined) return [];
  const keysInTurn = (await linesOf(keysFile)).slice(0, MOST_REQUESTS);
  return keysInTurn.map((each) => ({ headers: { authorization: `Bearer ${each}` } }));
}

async function linesOf(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8')).trimEnd().split('\n');
}

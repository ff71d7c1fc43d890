import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';
import type { Load } from '../load.ts';

// `load.ts` wrote this argument.
const { url, key, connections, seconds, pathsFile, body }: Load = JSON.parse(process.argv[2] ?? '');
const paths = pathsFile === undefined ? [] : (await readFile(pathsFile, 'utf8')).trimEnd().split('\n');
let clients = 0;

const result = await autocannon({
  url,
  connections,
  duration: seconds,
  headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
  ...(body && { method: 'POST', body }),
  // Each connection has a share of the paths: autocannon would give every one of them all, from the first.
  setupClient: (client) => {
    const first = clients;
    clients += 1;
    const share = paths.filter((_, index) => index % connections === first);
    if (share.length > 0) client.setRequests(share.map((path) => ({ path })));
  },
});
console.log(
  JSON.stringify({
    requests: result.requests.total,
    seconds: result.duration,
    refused: result.non2xx,
    broken: result.errors + result.timeouts,
  }),
);

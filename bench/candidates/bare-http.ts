import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '../processes.ts';
import { temporaryFolder } from '../scope.ts';
import type { Candidates } from './candidate.ts';

/** Of every response of the API. */
const EXPECTED_HEADERS = ['x-ratelimit-remaining', 'ratelimit', 'x-request-id'];
/** Node.js writes these by itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive'];

/** Bare `node:http`, which sends the bytes and headers of one response of the service to every request of a load. */
export const bareHttp: Candidates = async ({ core }) => [
  {
    name: 'bare node:http',
    serve: async (scope, { title, requests, response: { status, headers, text } }) => {
      const isOfApi = requests[0]?.path.startsWith('/v1/') === true;
      const missing = isOfApi ? EXPECTED_HEADERS.find((name) => !headers.has(name)) : undefined;
      if (missing !== undefined) throw new Error(`${title}: the response has no ${missing}`);
      const sent = [...headers].filter(([name]) => !OWN_HEADERS.includes(name)).flat();
      const file = join(temporaryFolder(scope), 'response.json');
      writeFileSync(file, JSON.stringify({ status, headers: sent, body: text }));
      return startChild(scope, 'bare-http.ts', [file], { core }).printed(/listens on (http:\S+)/);
    },
  },
];

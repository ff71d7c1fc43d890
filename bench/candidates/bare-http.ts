import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedResponse } from '../children/bare-http.ts';
import { startChild } from '../processes.ts';
import { temporaryFolder } from '../scope.ts';
import type { Candidates, PreparedLoad } from './candidate.ts';

/** Of every response of the API. */
const EXPECTED_HEADERS = ['x-ratelimit-remaining', 'ratelimit', 'x-request-id'];
/** Node.js writes these by itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive'];

/** Bare `node:http`, which sends the bytes and headers of one response of the service to every request of a load. */
export const bareHttp: Candidates = async ({ core }) => [
  {
    name: 'bare node:http',
    serve: async (scope, load) => {
      const file = join(temporaryFolder(scope), 'response.json');
      writeFileSync(file, JSON.stringify(recordedResponse(load)));
      const { pid, printed } = startChild(scope, 'bare-http.ts', [file], { core });
      return { url: await printed(/listens on (http:\S+)/), pid };
    },
  },
];

/** Returns what a program sends that does less than the service. */
export function recordedResponse({ title, requests, response }: PreparedLoad): RecordedResponse {
  const { status, headers, text } = response;
  const isOfApi = requests[0]?.path.startsWith('/v1/') === true;
  const missing = isOfApi ? EXPECTED_HEADERS.find((name) => !headers.has(name)) : undefined;
  if (missing !== undefined) throw new Error(`${title}: the response has no ${missing}`);
  const sent = [...headers].filter(([name]) => !OWN_HEADERS.includes(name)).flat();
  return { status, headers: sent, body: text };
}

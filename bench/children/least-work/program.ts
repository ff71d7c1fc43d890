import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import { inspect, isDeepStrictEqual } from 'node:util';
import type { RecordedResponse } from '../bare-http.ts';
import { READS } from './reads.ts';
import { type Answer, openStore } from './store.ts';
import { WRITES } from './writes.ts';

// Does what an operation needs and no more: its statements, its JSON and its headers. `candidates/least-work.ts` starts it.

export type LeastWork = keyof typeof READS | keyof typeof WRITES;

export interface Work {
  readonly operation: LeastWork;
  /** A copy of the store. */
  readonly store: string;
  /** The first request of the load, and the response of the service. */
  readonly request: { readonly path: string; readonly body?: string };
  readonly response: RecordedResponse;
}

type Run = (path: string, body: string) => Answer;
const OPERATIONS: Record<LeastWork, (database: DatabaseSync, recorded: string) => Run> = {
  ...READS,
  ...WRITES,
};
/** The cache of the connection for writes in the service. */
const WRITE_CACHE_KIB = 32 * 1024;

const { operation, store, ...recorded }: Work = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const { status, headers } = recorded.response;
const isWrite = operation in WRITES;
const database = isWrite ? openStore(store, WRITE_CACHE_KIB) : openStore(store);
const run = OPERATIONS[operation](database, recorded.response.body);
checkAnswer();

interface WaitingWrite {
  readonly path: string;
  readonly body: string;
  readonly response: ServerResponse;
}
let waiting: WaitingWrite[] = [];

const server = createServer((request, response) => {
  const { url: path = '' } = request;
  if (!isWrite) {
    send(response, run(path, ''));
    return;
  }
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => {
    if (waiting.push({ path, body, response }) === 1) setImmediate(commitAll);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`listens on http://127.0.0.1:${address?.port}`);
});
process.once('SIGTERM', () => process.exit());

/** Commits all writes that arrived in one turn of the event loop together, as the service does. */
function commitAll(): void {
  const group = waiting;
  waiting = [];
  database.exec('begin immediate');
  const answers = group.map(({ path, body }) => run(path, body));
  database.exec('commit');
  for (const [index, { response }] of group.entries()) send(response, answers[index] ?? { body: '' });
}

function send(response: ServerResponse, { body, etag, link }: Answer): void {
  const bytes = Buffer.from(body);
  setHeader('content-length', String(bytes.length));
  if (etag !== undefined) setHeader('etag', etag);
  if (link !== undefined) setHeader('link', link);
  response.writeHead(status, headers);
  response.end(bytes);
}

function setHeader(name: string, value: string): void {
  headers[headers.indexOf(name) + 1] = value;
}

function headerOf(name: string): string | undefined {
  return headers.includes(name) ? headers[headers.indexOf(name) + 1] : undefined;
}

/** Ends the program if the response is not that of the service. Ids of new rows, times and counters may differ. */
function checkAnswer(): void {
  const { request, response } = recorded;
  database.exec('begin');
  const answer = run(request.path, request.body ?? '');
  database.exec('rollback');
  const isNew = isWrite || operation === 'usage';
  const theirs = { body: response.body, etag: headerOf('etag'), link: headerOf('link') };
  const [one, other] = [answer, theirs].map(({ body, etag, link }) =>
    isNew ? [body.replaceAll(/\d+/g, '0'), etag !== undefined, link !== undefined] : [body, etag, link],
  );
  if (isDeepStrictEqual(one, other)) return;
  console.error(`${operation}: the least work sends ${inspect(answer)}, the service ${inspect(theirs)}`);
  process.exit(1);
}

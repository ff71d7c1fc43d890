import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import type { RecordedResponse } from '../bare-http.ts';
import { READS } from './reads.ts';
import { openStore } from './store.ts';
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

type Run = (path: string, body: string) => string;
const OPERATIONS: Record<LeastWork, (database: DatabaseSync, recorded: string) => Run> = {
  ...READS,
  ...WRITES,
};

const { operation, store, ...recorded }: Work = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const { status, headers } = recorded.response;
const lengthAt = headers.indexOf('content-length') + 1;
const isWrite = operation in WRITES;
const database = openStore(store);
const run = OPERATIONS[operation](database, recorded.response.body);
checkBody();

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
  const bodies = group.map(({ path, body }) => run(path, body));
  database.exec('commit');
  for (const [index, { response }] of group.entries()) send(response, bodies[index] ?? '');
}

function send(response: ServerResponse, text: string): void {
  const bytes = Buffer.from(text);
  headers[lengthAt] = String(bytes.length);
  response.writeHead(status, headers);
  response.end(bytes);
}

/** Ends the program if the body is not that of the service. Ids of new rows, times and counters may differ. */
function checkBody(): void {
  const { request, response } = recorded;
  database.exec('begin');
  const body = run(request.path, request.body ?? '');
  database.exec('rollback');
  const [ours, theirs] = [body, response.body].map((text) =>
    isWrite || operation === 'usage' ? text.replaceAll(/\d+/g, '0') : text,
  );
  if (ours === theirs) return;
  console.error(`${operation}: the least work sends ${body}, the service ${response.body}`);
  process.exit(1);
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Store, seededStore } from '../data/seed.ts';
import { withTemporaryFolder } from '../data/temporary-folder.ts';
import { type Child, startChild } from '../processes/processes.ts';
import { addressOf, startService } from '../processes/service-process.ts';
import { atLeast, type Line, line, thousands } from '../report.ts';
import { alternate, median, medianRatio } from '../rounds.ts';
import type { Sizes } from '../sizes.ts';
import { sendWarmLoad } from './load.ts';
import { type Answer, get } from './one-request.ts';

const CONNECTIONS = 64;

interface ListLoad {
  readonly target: number;
  readonly sizes: Sizes;
  /** The pages to ask for, in turn. */
  paths(store: Store): readonly [string, ...string[]];
}

/** The service's throughput of list pages against bare `node:http` that writes the same bytes and headers. */
export async function measureListLoad({ target, sizes, paths }: ListLoad): Promise<Line[]> {
  const store = await seededStore(sizes.pets);
  const [path, ...others] = paths(store);
  const rounds = await withTemporaryFolder(async (folder) => {
    const pathsFile = others.length > 0 ? join(folder, 'paths') : undefined;
    if (pathsFile !== undefined) await writeFile(pathsFile, [path, ...others].join('\n'));
    const answerFile = join(folder, 'answer.json');
    await record(store, path, answerFile);
    const load = { path, key: store.key, pathsFile, sizes };
    return alternate(
      sizes.rounds.load,
      () => underLoad(startService(store, 'server', sizes.profileFolder), load),
      () => underLoad(startChild('bare-http.ts', [answerFile], { core: 'server' }), load),
    );
  });
  const figures = `${thousands(median(rounds.subject))} against ${thousands(median(rounds.yardstick))} requests/s`;
  return [line('throughput against bare node:http', medianRatio(rounds), atLeast(target), figures)];
}

/** Keeps one answer of the service for the yardstick. */
async function record(store: Store, path: string, file: string): Promise<void> {
  const service = startService(store, undefined);
  try {
    const answer = await get(`${await addressOf(service)}${path}`, store.key);
    refuseWrongSample(answer);
    await writeFile(file, JSON.stringify({ headers: withoutNodesOwn(answer.rawHeaders), body: answer.body }));
  } finally {
    await service.stop();
  }
}

const EXPECTED_HEADERS = ['x-ratelimit-remaining', 'ratelimit', 'link', 'etag', 'x-request-id'];

function refuseWrongSample({ status, rawHeaders, body }: Answer): void {
  const names = rawHeaders.map((name) => name.toLowerCase());
  const missing = EXPECTED_HEADERS.find((name) => !names.includes(name));
  if (status === 200 && missing === undefined && JSON.parse(body).length === 20) return;
  throw new Error(`The sample is not a full page with all headers: ${status}, without ${missing}, ${body}`);
}

/** Node writes these by itself, for the yardstick as for the service. */
const NODES_OWN = ['date', 'connection', 'keep-alive'];

function withoutNodesOwn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter(
    (_, index) => !NODES_OWN.includes(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ''),
  );
}

interface ServerLoad {
  readonly path: string;
  readonly key: string;
  readonly pathsFile: string | undefined;
  readonly sizes: Sizes;
}

async function underLoad(server: Child, { path, key, pathsFile, sizes }: ServerLoad): Promise<number> {
  try {
    const url = `${await addressOf(server)}${path}`;
    const { status } = await get(url, key);
    if (status !== 200) throw new Error(`${url} answers ${status}`);
    const load = { url, key, connections: CONNECTIONS, pathsFile, core: 'load' } as const;
    return (await sendWarmLoad(load, sizes)).perSecond;
  } finally {
    await server.stop();
  }
}

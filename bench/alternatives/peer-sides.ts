import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { freePort } from '@petstore/testing/http/free-port.ts';
import type { Store } from '../data/seed.ts';
import { serveCopy } from '../data/served-copy.ts';
import { withTemporaryFolder } from '../data/temporary-folder.ts';
import { get } from '../load/one-request.ts';
import { FIRST_PAGE, PETS } from '../load/requests.ts';
import { Child } from '../processes/processes.ts';
import { until } from '../until.ts';
import { VERSIONS } from './installed-peers.ts';

const DOCUMENT = fileURLToPath(new URL('../../openapi.json', import.meta.url));

/** Where the same work is asked for. */
interface Urls {
  readonly firstPage: string;
  readonly create: string;
}

/** A program that gives out pets. */
export interface Side {
  readonly name: string;
  /** Runs `work` with a fresh process. */
  serve<T>(work: (urls: Urls) => Promise<T>): Promise<T>;
}

export function petstoreSide(store: Store, profileFolder: string | undefined): Side {
  return {
    name: 'petstore',
    serve: (work) =>
      serveCopy(store, { core: 'server', profileFolder }, ({ url }) =>
        work({ firstPage: `${url}${FIRST_PAGE}`, create: `${url}${PETS}` }),
      ),
  };
}

/** Without a line of log for each request, as its `--help` says. */
export function jsonServerSide(store: Store, packages: string): Side {
  return {
    name: `json-server ${VERSIONS['json-server']}`,
    serve: (work) =>
      withTemporaryFolder(async (folder) => {
        const file = join(folder, 'db.json');
        await writeFile(file, JSON.stringify({ pets: petsOf(store) }));
        const program = join(packages, 'json-server/lib/cli/bin.js');
        const flags = ['--quiet', '--host', '127.0.0.1', '--snapshots', folder];
        return servePeer(
          (port) => [program, ...flags, '--port', port, file],
          '/pets?_page=1&_limit=20',
          work,
        );
      }),
  };
}

/** Without logs, as its `--help` says, and therefore without the second process that it has for them. */
export function prismSide(packages: string): Side {
  const program = join(packages, '@stoplight/prism-cli/dist/index.js');
  const flags = ['mock', '--verboseLevel', 'silent', '--multiprocess', 'false'];
  return {
    name: `Prism ${VERSIONS['@stoplight/prism-cli']}`,
    serve: (work) =>
      servePeer((port) => [program, ...flags, '--port', port, DOCUMENT], '/pets?limit=20', work),
  };
}

/** The newest first, which is the order of the service. */
function petsOf({ path }: Store): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const pets = database
    .prepare('select id, name, category_id as categoryId, status from pets order by id desc')
    .all();
  database.close();
  return pets;
}

async function servePeer<T>(
  argumentsFor: (port: string) => string[],
  page: string,
  work: (urls: Urls) => Promise<T>,
): Promise<T> {
  const port = String(await freePort());
  const env = { NODE_ENV: 'production' };
  const peer = new Child(process.execPath, argumentsFor(port), { core: 'server', env });
  const url = `http://127.0.0.1:${port}`;
  try {
    await until(() => answers(`${url}${page}`), `an answer of ${url}`);
    return await work({ firstPage: `${url}${page}`, create: `${url}/pets` });
  } finally {
    await peer.stop();
  }
}

function answers(url: string): Promise<boolean> {
  return get(url, 'none').then(
    () => true,
    () => false,
  );
}

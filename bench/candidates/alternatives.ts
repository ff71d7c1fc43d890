import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Scope } from '@petstore/testing/folders.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { keptFile, type Store } from '../data/stores.ts';
import { ADD_PET, FIRST_PAGE } from '../load/requests.ts';
import { startNode } from '../processes.ts';
import { temporaryFolder } from '../scope.ts';
import { type Candidates, httpCandidate } from './candidate.ts';

/** Exact versions, so that a ratio changes with the service alone. */
const VERSIONS = { 'json-server': '0.17.4', '@stoplight/prism-cli': '5.16.0' } as const;
const DOCUMENT = fileURLToPath(new URL('../../openapi.json', import.meta.url));
const START_LIMIT_MS = 30_000;

/** Without install scripts, and with short retries: npm waits for more than a minute where there is no registry. */
const NPM_FLAGS = [
  ...['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
  ...['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'],
];
const INSTALL_LIMIT_MS = 180_000;

/** json-server and Prism; none if they cannot be installed. */
export const alternatives: Candidates = async (setup) => {
  const packages = await installedPackages().catch((error: unknown) => {
    const why = /npm error (code \w+)/.exec(String(error))?.[1] ?? String(error);
    process.stderr.write(`the alternatives are not measured, because npm cannot install them: ${why}\n`);
  });
  if (packages === undefined) return [];
  const core = setup.cores.server;
  const serve = (scope: Scope, argumentsFor: (port: string) => string[], path: string) =>
    startServer(scope, argumentsFor, path, core);
  return [
    httpCandidate(setup, {
      name: `json-server ${VERSIONS['json-server']}`,
      paths: { [FIRST_PAGE.path]: '/pets?_page=1&_limit=20', [ADD_PET.path]: '/pets' },
      serve: async (scope) => {
        const folder = temporaryFolder(scope);
        const file = join(folder, 'db.json');
        await writeFile(file, JSON.stringify({ pets: petsOf(setup.store) }));
        const program = join(packages, 'json-server/lib/cli/bin.js');
        // `--quiet` turns the log of requests off.
        const flags = ['--quiet', '--host', '127.0.0.1', '--snapshots', folder];
        return serve(scope, (port) => [program, ...flags, '--port', port, file], '/pets/1');
      },
    }),
    httpCandidate(setup, {
      name: `Prism ${VERSIONS['@stoplight/prism-cli']}`,
      paths: { [FIRST_PAGE.path]: '/pets?limit=20', [ADD_PET.path]: '/pets' },
      serve: (scope) => {
        const program = join(packages, '@stoplight/prism-cli/dist/index.js');
        // Without its log, and without the second process for it.
        const flags = ['mock', '--verboseLevel', 'silent', '--multiprocess', 'false'];
        return serve(scope, (port) => [program, ...flags, '--port', port, DOCUMENT], '/pets/1');
      },
    }),
  ];
};

/**
 * Installs the packages once among the temporary files: in `package.json` they would bring hundreds of packages to
 * everyone, one of which calls home when it is installed.
 */
async function installedPackages(): Promise<string> {
  const packages = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  const folder = await keptFile(
    packages.join('+').replaceAll('/', '-'),
    packages.join(' and '),
    (unfinished) =>
      promisify(execFile)('npm', ['install', ...NPM_FLAGS, '--prefix', unfinished, ...packages], {
        timeout: INSTALL_LIMIT_MS,
      }),
  );
  return join(folder, 'node_modules');
}

/** Returns the pets in the order of the service, the newest first. */
function petsOf({ path }: Store): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const query = 'select id, name, category_id as categoryId, status from pets order by id desc';
  const pets = database.prepare(query).all();
  database.close();
  return pets;
}

/** Starts a server, and returns its URL when it responds to a path. */
async function startServer(
  scope: Scope,
  argumentsFor: (port: string) => string[],
  path: string,
  core: 'server' | 'load' | undefined,
): Promise<string> {
  const port = String(await freePort());
  startNode(scope, argumentsFor(port), { core, env: { NODE_ENV: 'production' } });
  const url = `http://127.0.0.1:${port}`;
  const signal = AbortSignal.timeout(START_LIMIT_MS);
  while ((await fetch(`${url}${path}`, { signal }).catch(() => undefined)) === undefined) {
    await sleep(10, undefined, { signal });
  }
  return url;
}

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { keptFile, petsOf } from '../data/stores.ts';
import { FIRST_PAGE } from '../load/requests.ts';
import { startNode, untilAnswered } from '../processes.ts';
import { temporaryFolder } from '../scope.ts';
import type { Candidate, Candidates } from './candidate.ts';
import { pocketbase } from './pocketbase.ts';

/** Exact versions, so that a ratio changes with the service alone. */
const JSON_SERVER = 'json-server@0.17.4';
const PRISM = '@stoplight/prism-cli@5.16.0';
const DOCUMENT = join(import.meta.dirname, '../../openapi.json');

/** Without install scripts, and with short retries: npm waits for more than a minute where there is no registry. */
const NPM_FLAGS = [
  ...['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
  ...['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'],
];
const INSTALL_LIMIT_MS = 180_000;

/** What people start when they need an API with pets soon, without logs of requests; without what cannot be installed. */
export const alternatives: Candidates = async (setup) => [
  ...(await fromNpm(setup)),
  ...(await pocketbase(setup)),
];

/** json-server and Prism. */
const fromNpm: Candidates = async ({ store, core }) => {
  const packages = await installedPackages().catch((error: unknown) => {
    const why = /npm error (code \w+)/.exec(String(error))?.[1] ?? String(error);
    process.stderr.write(
      `${JSON_SERVER} and ${PRISM} are not measured, because npm cannot install them: ${why}\n`,
    );
  });
  if (packages === undefined) return [];
  const candidate = (
    name: string,
    firstPage: string,
    argumentsFor: (port: string, folder: string) => string[],
  ): Candidate => ({
    name,
    requestsFor: (requests) =>
      requests.map((each) => ({
        ...each,
        path: each.path === FIRST_PAGE.path ? firstPage : each.path.replace('/v1', ''),
      })),
    serve: async (scope) => {
      const port = String(await freePort());
      const [program = '', ...args] = argumentsFor(port, temporaryFolder(scope));
      const { pid } = startNode(scope, [join(packages, program), ...args], {
        core,
        env: { NODE_ENV: 'production' },
      });
      const url = `http://127.0.0.1:${port}`;
      await untilAnswered(`${url}/pets/1`);
      return { url, pid };
    },
  });
  return [
    candidate(JSON_SERVER, '/pets?_page=1&_limit=20', (port, folder) => {
      const file = join(folder, 'db.json');
      writeFileSync(file, JSON.stringify({ pets: petsOf(store) }));
      const flags = ['--quiet', '--host', '127.0.0.1', '--snapshots', folder, '--port', port];
      return ['json-server/lib/cli/bin.js', ...flags, file];
    }),
    candidate(PRISM, '/pets?limit=20', (port) => {
      // Without the second process that it has for its log.
      const flags = ['--verboseLevel', 'silent', '--multiprocess', 'false', '--port', port];
      return ['@stoplight/prism-cli/dist/index.js', 'mock', ...flags, DOCUMENT];
    }),
  ];
};

/** Installs the packages once among the temporary files: in `package.json` they would bring hundreds of packages to everyone. */
async function installedPackages(): Promise<string> {
  const packages = [JSON_SERVER, PRISM];
  const name = packages.join('+').replaceAll('/', '-');
  const folder = await keptFile(name, packages.join(' and '), (unfinished) =>
    promisify(execFile)('npm', ['install', ...NPM_FLAGS, '--prefix', unfinished, ...packages], {
      timeout: INSTALL_LIMIT_MS,
    }),
  );
  return join(folder, 'node_modules');
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../data/seed.ts';

/** As they were when the row was written, so that a ratio changes with the service alone. */
export const VERSIONS = { 'json-server': '0.17.4', '@stoplight/prism-cli': '5.16.0' } as const;

/** npm waits for a minute and more where there is no registry. */
const BRIEF_RETRIES = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
const INSTALL_LIMIT_MS = 180_000;

/**
 * The folder of their packages. They are installed once and then kept among the temporary files: `npm ci` would bring
 * hundreds of packages more to everybody with them, and one of those calls home when it is installed.
 *
 * @throws {Error} if the registry does not give them.
 */
export async function installedPeers(): Promise<string> {
  const packages = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  const folder = join(await cacheFolder(), packages.join('+').replaceAll('/', '-'));
  if (existsSync(folder)) return join(folder, 'node_modules');
  process.stderr.write(`installing ${packages.join(' and ')}, once\n`);
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const flags = [
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...BRIEF_RETRIES,
  ];
  await promisify(execFile)('npm', ['install', ...flags, '--prefix', unfinished, ...packages], {
    timeout: INSTALL_LIMIT_MS,
  });
  await rename(unfinished, folder);
  return join(folder, 'node_modules');
}

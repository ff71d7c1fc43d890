import { spawnSync } from 'node:child_process';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Scope, temporaryFolder } from '@petstore/testing/folders.ts';
import {
  type ProcessResult,
  type RunningProcess,
  startProcess,
} from '@petstore/testing/processes/running-process.ts';

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));

/** The last commit of each released version. */
const COMMITS = {
  '1.0.0': '33c50e33ffa23abbc56a8b046926d277d182a925',
  '1.1.0': 'f203b246f828453b057f94b612539275cff596fe',
} as const;

export type Version = keyof typeof COMMITS;

/** False if the code of the released versions is in the history; else why it is not. A clone of CI has all of it. */
export const noHistory = Object.values(COMMITS).every(
  (commit) => spawnSync('git', ['cat-file', '-e', commit], { cwd: REPOSITORY }).status === 0,
)
  ? false
  : 'the history lacks the released versions, as in a shallow clone';

/** The web framework of 1.0.0 is not installed any more. Its commands import it, but only its `serve` calls it. */
const WITHOUT_FRAMEWORK = `
import { registerHooks } from 'node:module';
const url = 'data:text/javascript,export default () => {}; export class LogController {}';
registerHooks({
  resolve: (specifier, context, next) =>
    /^@?fastify\\b/.test(specifier) && specifier !== '@fastify/busboy'
      ? { url, format: 'module', shortCircuit: true }
      : next(specifier, context),
});
`;

export interface ReleasedVersion {
  /** Starts a command of that version. 1.0.0 cannot serve here. */
  start(args: readonly string[], store: string, env?: Readonly<Record<string, string>>): RunningProcess;
  /** Runs a command, which must succeed, and returns its output. */
  run(args: readonly string[], store: string): Promise<ProcessResult>;
}

/** Takes the code of a released version from the history, to run it with the packages that are installed now. */
export async function releasedVersion(t: Scope, version: Version): Promise<ReleasedVersion> {
  const folder = await temporaryFolder(t);
  const archive = spawnSync(
    'git',
    ['archive', COMMITS[version], 'bin', 'service', 'package.json', 'openapi.json'],
    { cwd: REPOSITORY, maxBuffer: 100_000_000 },
  );
  spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  const packages = join(folder, 'node_modules');
  await mkdir(packages);
  for (const name of await readdir(join(REPOSITORY, 'node_modules'))) {
    await symlink(join(REPOSITORY, 'node_modules', name), join(packages, name));
  }
  const hook = join(folder, 'without-framework.js');
  await writeFile(hook, WITHOUT_FRAMEWORK);
  const main = ['--import', hook, join(folder, 'service/src/main.ts')];
  const start: ReleasedVersion['start'] = (args, store, env = {}) =>
    startProcess(t, process.execPath, [...main, ...args], {
      cwd: folder,
      env: { DATABASE_URL: store, NODE_COMPILE_CACHE: join(folder, 'cache'), ...env },
    });
  return {
    start,
    run: async (args, store) => {
      const result = await start(args, store).ended;
      if (result.status !== 0) throw new Error(`${version} ${args.join(' ')}: ${result.out}${result.err}`);
      return result;
    },
  };
}

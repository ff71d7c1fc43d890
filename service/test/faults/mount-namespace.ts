import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { skipReason } from '../skip-reason.ts';

const PROGRAM = '/usr/bin/unshare';
/** Tells the process that takes this one's place that it has done so. */
const ENTERED = 'PETSTORE_TEST_MOUNTS';

/**
 * Begins this test file anew where its mounts are its own: nobody else sees them, and they end with it, however that
 * ends. An ordinary user gets them too, where the system lets users have namespaces.
 *
 * @returns false where mounting is possible, else why it is not: for `skip`.
 */
export function enterOwnMounts(): string | false {
  if (process.env[ENTERED] !== undefined) return false;
  const flags = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--map-root-user'];
  const probe = spawnSync(PROGRAM, [...flags, 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], {
    encoding: 'utf8',
  });
  if (probe.status !== 0 || process.execve === undefined) {
    return skipReason('Tests with a disk of their own', `"unshare ${flags.join(' ')}" does not work here`);
  }
  const self = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  return process.execve(PROGRAM, [PROGRAM, ...flags, ...self], { ...process.env, [ENTERED]: 'own' });
}

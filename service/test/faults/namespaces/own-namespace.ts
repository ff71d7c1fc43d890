import { spawnSync } from 'node:child_process';
import { skipReason } from '@petstore/testing/skip-reason.ts';

const PROGRAM = '/usr/bin/unshare';
/** Set for the process that runs inside the namespace. */
const ENTERED = 'PETSTORE_TEST_NAMESPACE';

export interface OwnNamespace {
  /** The option of `unshare`. */
  kind: '--mount' | '--net';
  /** A shell command that fails in a namespace where the tests cannot run. */
  probe: string;
  /** A shell command that prepares the namespace of the tests. */
  prepare?: string;
  /** The tests that are skipped there. */
  tests: string;
}

/**
 * Restarts this test file in a new namespace, which ends with the process. An ordinary user can do so where the system
 * allows user namespaces.
 *
 * @returns false inside the namespace, else why there is none: for `skip`.
 */
export function enterOwnNamespace({ kind, probe, prepare = ':', tests }: OwnNamespace): string | false {
  if (process.env[ENTERED] !== undefined) return false;
  const flags = process.getuid?.() === 0 ? [kind] : [kind, '--map-root-user'];
  const { status } = spawnSync(PROGRAM, [...flags, 'sh', '-c', probe]);
  if (status !== 0 || process.execve === undefined) {
    return skipReason(tests, `"unshare ${flags.join(' ')} sh -c '${probe}'" does not work here`);
  }
  const self = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const inside = ['sh', '-c', `${prepare} && exec "$@"`, 'sh', ...self];
  return process.execve(PROGRAM, [PROGRAM, ...flags, ...inside], { ...process.env, [ENTERED]: 'own' });
}

import { tmpdir } from 'node:os';
import { enterOwnNamespace } from './own-namespace.ts';

/**
 * Restarts this test file in a mount namespace: no other process sees its mounts.
 *
 * @returns false where mounting is possible, else why it is not: for `skip`.
 */
export function enterOwnMounts(): string | false {
  const probe = `mount -t tmpfs tmpfs '${tmpdir()}'`;
  return enterOwnNamespace({ kind: '--mount', probe, tests: 'Tests with a disk of their own' });
}

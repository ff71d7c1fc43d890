import { tmpdir } from 'node:os';
import { enterOwnNamespace } from './own-namespace.ts';

/**
 * Restarts this test file where its mounts are its own: no other process sees them.
 *
 * @returns false where mounting is possible, else why it is not: for `skip`.
 */
export function enterOwnMounts(): string | false {
  const probe = `mount -t tmpfs tmpfs '${tmpdir()}'`;
  return enterOwnNamespace({ kind: '--mount', probe, tests: 'Tests with a disk of their own' });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// As `main.ts` does: the stores that tests make are private.
process.umask(0o077);

/** What has an end, as a test has. */
export interface Scope {
  after(end: () => unknown): void;
}

/** A folder of the test's own, removed after it. */
export async function temporaryFolder(test: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

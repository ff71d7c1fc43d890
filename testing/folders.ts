import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Stores of tests are private, as in `main.ts`.
process.umask(0o077);

/** Runs functions at its end, as a test does. */
export interface Scope {
  after(end: () => unknown): void;
}

/** Makes a folder that is removed after the test. */
export async function temporaryFolder(test: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

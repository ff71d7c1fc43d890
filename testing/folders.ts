import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

// Stores of tests are private, as in `main.ts`.
process.umask(0o077);

/** Runs functions at its end, as a test does. */
export interface Scope {
  after(end: () => unknown): void;
}

/**
 * Returns a scope that ends after the last test of the process, for what its tests share. What was added last ends first. An
 * `after` inside of a test would end with that test.
 */
export function sharedScope(): Scope {
  const ends: Array<() => unknown> = [];
  after(async () => {
    for (const end of ends.reverse()) await end();
  });
  return { after: (end) => ends.push(end) };
}

/**
 * Runs `end` after the scope, unless the returned function ran it before, and then forgets it. The runner keeps the hooks
 * of all tests until the process ends, and with them all that they refer to: a closed service is 0.6 MB.
 */
export function runAfter<T>(scope: Scope, end: () => Promise<T>): () => Promise<T> {
  let pending: (() => Promise<T>) | undefined = end;
  let result: Promise<T> | undefined;
  const run = () => {
    result ??= pending?.();
    pending = undefined;
    return result as Promise<T>; // the first call sets it
  };
  scope.after(run);
  return run;
}

/** Makes a folder that is removed after the test. */
export async function temporaryFolder(test: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '@petstore/testing/folders.ts';

const open = new Set<RunScope>();
process.on('exit', () => {
  for (const scope of open) scope.abandon();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Ends what a measurement started, the latest first, also when the bench is interrupted. */
export class RunScope implements Scope, AsyncDisposable {
  readonly #ends: Array<() => unknown> = [];

  constructor() {
    open.add(this);
  }

  after(end: () => unknown): void {
    this.#ends.push(end);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
    open.delete(this);
  }

  /** Ends what can be ended synchronously. */
  abandon(): void {
    for (const end of this.#ends.splice(0).reverse()) end();
  }
}

/** Makes a folder that is removed after the scope. */
export function temporaryFolder(scope: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-run-'));
  scope.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

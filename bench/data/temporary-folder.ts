import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();
process.on('exit', () => {
  for (const folder of folders) remove(folder);
});

/** A folder for `work`, removed after it and also when the bench is interrupted. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-bench-run-'));
  folders.add(folder);
  try {
    return await work(folder);
  } finally {
    folders.delete(folder);
    remove(folder);
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

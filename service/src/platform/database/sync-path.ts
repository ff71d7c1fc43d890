import { open } from 'node:fs/promises';

/** Writes the content of a file, or the names in a folder, to the disk. */
export async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

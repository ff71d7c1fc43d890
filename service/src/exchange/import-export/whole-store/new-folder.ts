import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PartialFile } from '../../../platform/database/sqlite/partial-file.ts';
import { syncPath } from '../../../platform/database/sync-path.ts';
import type { ExportedFile } from './manifest.ts';

const OWNER_ONLY = { folder: 0o700, file: 0o600 };

/** The folder exists and has files. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

/** A folder that gets its name when it is complete. Until then it is a folder beside it. */
export class NewFolder {
  readonly #target: string;
  readonly #partial: PartialFile;

  private constructor(target: string, partial: PartialFile) {
    this.#target = target;
    this.#partial = partial;
  }

  get #temporary(): string {
    return this.#partial.path;
  }

  /** @throws {FolderInUse} */
  static async create(path: string): Promise<NewFolder> {
    const target = resolve(path);
    const existing = await readdir(target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    if (existing.length > 0) throw new FolderInUse();
    const make = (temporary: string) => mkdir(temporary, { mode: OWNER_ONLY.folder });
    return new NewFolder(target, await PartialFile.create(target, make));
  }

  /** Writes a file of lines. */
  async writeLines(name: string, pages: AsyncIterable<readonly string[]>): Promise<ExportedFile> {
    const hash = createHash('sha256');
    let rows = 0;
    await using file = await open(join(this.#temporary, name), 'wx', OWNER_ONLY.file);
    for await (const lines of pages) {
      const text = lines.join('');
      hash.update(text);
      rows += lines.length;
      await file.writeFile(text);
    }
    await file.sync();
    return { rows, sha256: hash.digest('hex') };
  }

  /** @param path relative to the folder. */
  async writeFile(path: string, content: string | Uint8Array): Promise<void> {
    const file = join(this.#temporary, path);
    await mkdir(dirname(file), { recursive: true, mode: OWNER_ONLY.folder });
    await writeFile(file, content, { flag: 'wx', flush: true, mode: OWNER_ONLY.file });
  }

  /** Gives the folder its name. */
  async complete(): Promise<void> {
    // An empty folder may exist. `rename` replaces it on Linux, but not everywhere.
    await rmdir(this.#target).catch(() => {});
    await rename(this.#temporary, this.#target);
    await syncPath(dirname(this.#target));
  }

  /** Removes it unless it is complete. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#partial[Symbol.asyncDispose]();
  }
}

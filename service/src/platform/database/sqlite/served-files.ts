import { statSync } from 'node:fs';
import { type ApiError, unavailable } from '../../core/errors.ts';
import { storePath } from './store-path.ts';

const REPLACED =
  'Another program has replaced the files of the store, so nothing is read or written any more. The operator must stop the service and restore a backup with "petstore restore".';
const UNREADABLE = 'The files of the store cannot be found. The operator must check its folder.';

interface ServedFilesOptions {
  /** As it was configured: a symbolic link may lead to another file later. */
  readonly path: string;
  /** Called once. */
  readonly onReplaced: (error: ApiError) => void;
}

/**
 * Notices when another program replaces the files of an open store (`mv`). It does not open the file: closing it would release the locks
 * that SQLite has on it in this process.
 */
export class ServedFiles {
  readonly #onReplaced: (error: ApiError) => void;
  readonly #opened: ReadonlyArray<{ readonly path: string; readonly identity: string | undefined }>;
  #error: ApiError | undefined;

  constructor({ path, onReplaced }: ServedFilesOptions) {
    this.#onReplaced = onReplaced;
    const file = storePath(path);
    this.#opened = [path, `${file}-wal`, `${file}-shm`].map((one) => ({
      path: one,
      identity: identityAt(one),
    }));
  }

  /** What `check` has found; undefined if the files are those that were opened. */
  get error(): ApiError | undefined {
    return this.#error;
  }

  /** Returns the same error from the first difference on. */
  check(): ApiError | undefined {
    if (
      this.#error === undefined &&
      this.#opened.some(({ path, identity }) => identityAt(path) !== identity)
    ) {
      this.#error = unavailable(REPLACED);
      this.#onReplaced(this.#error);
    }
    return this.#error;
  }
}

/** Undefined if there is no such file. */
function identityAt(path: string): string | undefined {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats && `${stats.dev}:${stats.ino}`;
  } catch (error) {
    throw unavailable(UNREADABLE, error);
  }
}

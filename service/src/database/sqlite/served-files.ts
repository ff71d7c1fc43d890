import { type BigIntStats, statSync } from 'node:fs';
import { type ApiError, unavailable } from '../../core/errors.ts';
import type { SqliteConnection } from './sqlite-adapter.ts';
import { attempt } from './store-facts.ts';
import { storePath } from './store-path.ts';
import type { CopyState, WalIndex } from './wal/wal-index.ts';

const REPLACED =
  'Another program has replaced or changed the files of the store, so nothing is read or written any more. The operator must stop the service and restore a backup with "petstore restore".';
const UNREADABLE = 'The files of the store cannot be found. The operator must check its folder.';

interface ServedFilesOptions {
  /** As it was configured: a symbolic link may lead to another file later. */
  readonly path: string;
  readonly connection: SqliteConnection;
  readonly index: WalIndex;
  /** Called once. */
  readonly onReplaced: (error: ApiError) => void;
}

/**
 * Notices when another program replaces the files of an open store (`mv`), or writes into the file (`cp`).
 *
 * - It does not open the file: closing it would release the locks that SQLite has on it in this process.
 * - Only checkpoints write the file, and the index of the WAL shows those of every process. So a new size or time
 *   without a checkpoint is the work of another program. A change during a checkpoint is not noticed.
 */
export class ServedFiles {
  readonly #path: string;
  readonly #index: WalIndex;
  readonly #onReplaced: (error: ApiError) => void;
  readonly #journals: ReadonlyArray<{ readonly path: string; readonly opened: FileState }>;
  /** Read before `#store`. */
  #copied: CopyState;
  #store: FileState;
  #error: ApiError | undefined;

  constructor({ path, connection, index, onReplaced }: ServedFilesOptions) {
    this.#path = path;
    this.#index = index;
    this.#onReplaced = onReplaced;
    this.#journals = ['-wal', '-shm']
      .map((suffix) => `${storePath(path)}${suffix}`)
      .map((journal) => ({ path: journal, opened: stateOf(journal) }));
    // After a crash, the index does not show what was copied until a checkpoint ends. It may fail on a full disk.
    if (index.copyState().isCopying) attempt(() => connection.exec('pragma wal_checkpoint(passive)'));
    this.#copied = index.copyState();
    this.#store = stateOf(path);
  }

  /** What `check` has found; undefined if the files are those that were opened. */
  get error(): ApiError | undefined {
    return this.#error;
  }

  /** Returns the same error from the first difference on. */
  check(): ApiError | undefined {
    if (this.#error === undefined && this.#isReplaced()) {
      this.#error = unavailable(REPLACED);
      this.#onReplaced(this.#error);
    }
    return this.#error;
  }

  /** A checkpoint that runs at the same time is in the index before it writes, and again after that. */
  #isReplaced(): boolean {
    const copied = this.#index.copyState();
    const store = stateOf(this.#path);
    if (!isSameFile(store, this.#store)) return true;
    if (this.#journals.some(({ path, opened }) => !isSameFile(stateOf(path), opened))) return true;
    if (!isUnchanged(store, this.#store) && !this.#hasCopied()) return true;
    this.#copied = copied;
    this.#store = store;
    return false;
  }

  /** Returns true if a checkpoint may have written the file since the last check. */
  #hasCopied(): boolean {
    const { isCopying, version } = this.#index.copyState();
    return isCopying || version !== this.#copied.version;
  }
}

/** Undefined if there is no such file. */
type FileState = BigIntStats | undefined;

function isSameFile(one: FileState, other: FileState): boolean {
  return one?.ino === other?.ino && one?.dev === other?.dev;
}

function isUnchanged(one: FileState, other: FileState): boolean {
  return one?.mtimeNs === other?.mtimeNs && one?.size === other?.size;
}

function stateOf(path: string): FileState {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw unavailable(UNREADABLE, error);
  }
}

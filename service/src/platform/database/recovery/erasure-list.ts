import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { APPLICATION_STATES } from '../column-values.ts';
import { ERASURES_SUFFIX } from '../sqlite/private-files.ts';
import { storePath } from '../sqlite/store-path.ts';
import type { ErasedRow } from './erased-rows.ts';

interface ListOptions {
  readonly store: { readonly engine: 'sqlite'; readonly path: string } | { readonly engine: 'postgres' };
  /** That of the configuration. */
  readonly erasuresFile: string | undefined;
}

/** Store, id, creation, state, last change, end and erasure of an application. */
const LINE = /^(\S+) (\d+) (\d+) ([a-z_]+) (\d+) (\d+) (\d+)$/gm;

/**
 * Which applications were erased, in a file outside of the store that only grows. A recovery returns the store to an earlier time,
 * and not this file. It has numbers only, nothing that anyone has written.
 */
export class ErasureList {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Returns the configured list, or that beside a SQLite store; undefined if there is none. */
  static of({ store, erasuresFile }: ListOptions): ErasureList | undefined {
    const beside = store.engine === 'sqlite' ? `${storePath(store.path)}${ERASURES_SUFFIX}` : undefined;
    const path = erasuresFile ?? beside;
    return path === undefined ? undefined : new ErasureList(path);
  }

  /** Returns those of a store, one after the other: after years there are many. A line that was not written completely is left out: it is added again. */
  *read(storeId: string): Generator<ErasedRow> {
    for (const [, store, id, created, state, updated, ended, erased] of this.#text().matchAll(LINE)) {
      const known = APPLICATION_STATES.find((one) => one === state);
      if (store !== storeId || known === undefined) continue;
      const [updated_at, ended_at, erased_at] = [toInteger(updated), toInteger(ended), toInteger(erased)];
      yield {
        id: toInteger(id),
        created_at: toInteger(created),
        state: known,
        updated_at,
        ended_at,
        erased_at,
      };
    }
  }

  /** Adds some, and resolves when they are on the disk. */
  async append(storeId: string, rows: readonly ErasedRow[]): Promise<void> {
    const lines = rows.map(
      ({ id, created_at, state, updated_at, ended_at, erased_at }) =>
        `${[storeId, id, created_at, state, updated_at, ended_at, erased_at].join(' ')}\n`,
    );
    await using file = await open(this.path, 'a+', 0o600);
    // The process may have ended in the middle of a line.
    const start = (await endsInLine(file)) ? '\n' : '';
    await file.appendFile(start + lines.join(''));
    await file.sync();
  }

  #text(): string {
    try {
      return readFileSync(this.path, 'latin1');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
      throw error;
    }
  }
}

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString('latin1') !== '\n';
}

function toInteger(digits = '0'): bigint {
  return BigInt(digits);
}

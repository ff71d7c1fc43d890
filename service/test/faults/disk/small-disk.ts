import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '@petstore/testing/folders.ts';

const MOUNT = 'mount';
const UNMOUNT = 'umount';
const FILLER = 'filler';
const PAGE = Buffer.alloc(4096);

/** A real disk of a few MiB in memory, which a test fills and frees. Call `enterOwnMounts` first. */
export class SmallDisk {
  readonly folder: string;

  constructor(test: Scope, sizeMiB: number) {
    this.folder = mkdtempSync(join(tmpdir(), 'petstore-disk-'));
    execFileSync(MOUNT, ['-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'tmpfs', this.folder]);
    test.after(() => {
      // Lazy: a service that is about to be killed may still have open files.
      execFileSync(UNMOUNT, ['--lazy', this.folder]);
      rmdirSync(this.folder);
    });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Fills the disk, except for `pagesLeft` pages of 4 KiB. */
  fill(pagesLeft = 0): void {
    const file = openSync(this.path(FILLER), 'a');
    try {
      for (;;) writeSync(file, PAGE);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    } finally {
      closeSync(file);
    }
    truncateSync(this.path(FILLER), statSync(this.path(FILLER)).size - pagesLeft * PAGE.length);
  }

  free(): void {
    rmSync(this.path(FILLER));
  }

  /** Returns the names of the files, except for the filler. */
  files(): string[] {
    return readdirSync(this.folder)
      .filter((name) => name !== FILLER)
      .sort();
  }

  /** Fails while a file is open for writing. */
  makeReadOnly(): void {
    this.#remount('ro');
  }

  makeWritable(): void {
    this.#remount('rw');
  }

  /** Passes only these options: an ordinary user may not repeat those that the kernel added. */
  #remount(access: 'ro' | 'rw'): void {
    const options = ['-i', '--options-source', 'disable', '-t', 'tmpfs', '-o', `remount,${access}`];
    execFileSync(MOUNT, [...options, 'tmpfs', this.folder]);
  }
}

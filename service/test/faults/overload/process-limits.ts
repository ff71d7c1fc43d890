import { execFileSync, spawnSync } from 'node:child_process';
import type { Serving } from '@petstore/testing/processes/petstore-process.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';

const PROGRAM = 'prlimit';

/** For `skip`: false if the limits of a running process can be set, else why not. */
export const noLimits: string | false =
  spawnSync(PROGRAM, ['--version']).status !== 0 &&
  skipReason('Tests with limits of a process', `${PROGRAM} is not on the PATH`);

/** Limits the size of the files that the process writes; undefined removes the limit. */
export function limitFileSize(serving: Serving, bytes: number | undefined): void {
  setLimit(serving, `--fsize=${bytes ?? 'unlimited'}:unlimited`);
}

/** Limits the files and sockets that the process may have open. */
export function limitOpenFiles(serving: Serving, files: number): void {
  setLimit(serving, `--nofile=${files}:`);
}

function setLimit({ pid }: Serving, limit: string): void {
  execFileSync(PROGRAM, ['--pid', String(pid), limit]);
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { skipReason } from '../skip-reason.ts';

/** What Linux reports about a process: https://man7.org/linux/man-pages/man5/proc.5.html */

const KIB = 1024;
const TICKS_PER_SECOND = 100;

/** For `skip`: false if processes can be measured, else why not. */
export const noProcFiles: string | false =
  !existsSync('/proc/self/status') &&
  skipReason('The tests that measure a process from outside', 'there is no /proc');

/** Resident memory in bytes. */
export interface ProcessMemory {
  now: number;
  peak: number;
}

/** Returns undefined where there is no /proc, and for a process that has ended. */
export function memoryOf(pid: number | undefined): ProcessMemory | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * KIB;
    const memory = { now: bytes('VmRSS'), peak: bytes('VmHWM') };
    // A process that has ended, but was not waited for, has no memory.
    return Number.isNaN(memory.now) ? undefined : memory;
  } catch {
    return undefined;
  }
}

/** Returns the child processes of a process. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** Returns the resident memory of a process and of its children, in bytes. */
export function memoryWithChildren(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + (memoryOf(each)?.now ?? 0), 0);
}

/** Returns the number of open files and sockets. */
export function openFilesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Returns the user and system time since the start of the process, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const [user, system] = statFields(pid).slice(11, 13);
  return ((Number(user) + Number(system)) * 1_000) / TICKS_PER_SECOND;
}

/** Returns the state as one letter, such as `T` for a process that was stopped by a signal. */
export function stateOf(pid: number): string | undefined {
  return statFields(pid)[0];
}

/** Returns the fields after the program's name, which may contain spaces. */
function statFields(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
}

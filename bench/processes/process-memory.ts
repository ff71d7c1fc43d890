import { readFile } from 'node:fs/promises';

const KIB_PER_MB = 1024;

/** What a process holds in memory (RSS), now and at its peak. */
export interface Memory {
  readonly nowMb: number;
  readonly peakMb: number;
}

/** Undefined where the system has no `/proc`, and of a process that has ended. */
export async function memoryOf(pid: number | undefined): Promise<Memory | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const mb = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / KIB_PER_MB;
  const [nowMb, peakMb] = [mb('VmRSS'), mb('VmHWM')];
  return Number.isNaN(nowMb) ? undefined : { nowMb, peakMb };
}

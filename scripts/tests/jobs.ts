// Divides test files into jobs: processes in which they run.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, type Group, hasMarker, isPage, ROOT } from './groups.ts';

/** Test files that run in one process. */
export interface Job {
  readonly group: Group;
  readonly files: readonly string[];
  /** Of `node --test`. */
  readonly options: readonly string[];
  /** Nothing runs beside it. */
  readonly isAlone?: boolean;
}

/** Each file in a process of its own. */
const ONE_AT_A_TIME = ['--test-concurrency=1'];
/**
 * Files that share a process load the service once, which halves the processor time of the tests. A larger space for new objects takes a
 * tenth of the rest.
 */
const ONE_PROCESS = ['--test-isolation=none', '--max-semi-space-size=64'];
/** So many that all jobs end at about the same time, and few enough that loading the service so often takes little. */
const SHARD_BYTES = 350_000;
/** Pages take more time than others, because a browser shows them. */
const PAGE_WEIGHT = 3;

/** Returns an estimate of how long a file takes, relative to others, from its size. */
export function weightOf(file: string): number {
  return statSync(join(ROOT, file)).size * (isPage(file) ? PAGE_WEIGHT : 1);
}

export function jobsOf(group: Group, files: readonly string[]): Job[] {
  const mine = filesOf(group, files);
  const own = mine.filter((file) => hasMarker(file, 'ownProcess'));
  const waiting = mine.filter((file) => hasMarker(file, 'waits'));
  const others = mine.filter((file) => !own.includes(file) && !waiting.includes(file));
  const jobs: Omit<Job, 'group'>[] =
    group === 'release'
      ? [
          { files: waiting, options: ONE_AT_A_TIME },
          ...others.map((file) => ({ files: [file], options: ONE_AT_A_TIME })),
          { files: own, options: ONE_AT_A_TIME, isAlone: true },
        ]
      : [
          // Those that wait most start first.
          ...shards(own).map((part) => ({ files: part, options: ONE_AT_A_TIME })),
          { files: waiting, options: ONE_PROCESS },
          ...shards(others).map((part) => ({ files: part, options: ONE_PROCESS })),
        ];
  return jobs.filter((job) => job.files.length > 0).map((job) => ({ ...job, group }));
}

/** Returns the jobs in the order in which they start, so that none of those that take long runs alone at the end. */
export function longFirst(jobs: readonly Job[]): Job[] {
  const takesLong = ({ files }: Job) => Number(files.some((file) => hasMarker(file, 'takesLong')));
  return jobs.toSorted((one, other) => takesLong(other) - takesLong(one));
}

/** Divides files into parts of about the same weight. */
function shards(files: readonly string[]): string[][] {
  const heaviestFirst = [...files].sort((one, other) => weightOf(other) - weightOf(one));
  const total = files.reduce((sum, file) => sum + weightOf(file), 0);
  const parts = Array.from({ length: Math.ceil(total / SHARD_BYTES) }, () => ({
    weight: 0,
    files: [] as string[],
  }));
  for (const file of heaviestFirst) {
    const lightest = parts.reduce((one, other) => (other.weight < one.weight ? other : one));
    lightest.weight += weightOf(file);
    lightest.files.push(file);
  }
  return parts.map((part) => part.files.sort());
}

// Which test files there are, and in which groups each of them runs.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** Lines at the beginning of a test file; CONTRIBUTING.md has the meaning of each. */
const MARKERS = {
  everyEngine: '// Runs on SQLite and on PostgreSQL.\n',
  twoThreads: '// Runs with two threads.\n',
  everyBrowser: '// Runs in Chromium and in Firefox.\n',
  needsServers: '// Needs PostgreSQL or Valkey.\n',
  ownProcess: '// Runs in a process of its own.\n',
  waits: '// Waits for processes.\n',
  takesLong: '// Takes long.\n',
  notBeforeCommits: '// Runs in npm run test:all only.\n',
} as const;
/** A marker is within the first characters of a file. */
const MARKERS_LENGTH = 200;
/** What a unit test does not need: a server, a store or a process. */
const SERVED =
  /@petstore\/testing\/(?!fake-clock|random|fixtures\/workbooks)|node:child_process|playwright-core/;

export function hasMarker(file: string, marker: keyof typeof MARKERS): boolean {
  return text(file).slice(0, MARKERS_LENGTH).includes(MARKERS[marker]);
}

const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const isRelease = (file: string) => /\.release\.test\.[jt]s$/.test(file);
/** Disks, servers, processes and threads that fail, floods, and what no client should send. */
const isFault = (file: string) => /^service\/test\/faults\/(?!secrets\/)/.test(file);
const isQuick = (file: string) => !isRelease(file) && !hasMarker(file, 'notBeforeCommits');
export const isPage = (file: string) => /^(client|console|embed)\//.test(file);

const GROUPS = {
  /** Neither server nor store: for every save. */
  unit: (file: string) => !isRelease(file) && /\/src\//.test(file) && !SERVED.test(text(file)),
  /** The client, the console and embed.js, in Chromium too. */
  pages: (file: string) => isQuick(file) && isPage(file),
  /** The service on SQLite with one thread. */
  embedded: (file: string) =>
    isQuick(file) && !isPage(file) && !isFault(file) && !hasMarker(file, 'needsServers'),
  /** More of the pages and of the service than each commit needs. */
  thorough: (file: string) => !isRelease(file) && hasMarker(file, 'notBeforeCommits'),
  /** The service on SQLite with two threads. Only Linux divides the connections between threads. */
  threads: (file: string) => process.platform === 'linux' && hasMarker(file, 'twoThreads'),
  /** The service on PostgreSQL and Valkey. */
  postgres: (file: string) =>
    !isRelease(file) && (hasMarker(file, 'everyEngine') || hasMarker(file, 'needsServers')),
  /** Pages in Firefox. */
  firefox: (file: string) => hasMarker(file, 'everyBrowser'),
  /** The service while something fails. */
  faults: (file: string) => !isRelease(file) && isFault(file) && !hasMarker(file, 'needsServers'),
  /** Minutes, and tools that are not on every machine. */
  release: isRelease,
};
export type Group = keyof typeof GROUPS;

/** What `npm test` runs. */
export const QUICK: readonly Group[] = ['pages', 'embedded'];
/** All groups; `unit` is a part of others. */
export const ALL: readonly Group[] = [
  ...QUICK,
  'thorough',
  'threads',
  'postgres',
  'firefox',
  'faults',
  'release',
];

export const isGroup = (name: string): name is Group => Object.hasOwn(GROUPS, name);

export function filesOf(group: Group, files: readonly string[]): string[] {
  return files.filter(GROUPS[group]);
}

/** Returns the paths of all test files, relative to the root of the repository. */
export function allTests(): string[] {
  const patterns = [
    '{bench,client,console,embed,python,scripts,service,soak,testing}/**/*.test.ts',
    'bin/*.test.js',
  ];
  return globSync(patterns, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).sort();
}

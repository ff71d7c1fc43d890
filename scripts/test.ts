// Runs the tests: `npm test` all of them, `npm test -- PATH...` some files or folders, `npm run test:unit` and the like one or more groups.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { COMPILE_CACHE } from '../testing/compile-cache.ts';
import { globalSetup, globalTeardown } from '../testing/global-setup.ts';
import { memoryFolder } from '../testing/memory-folder.ts';

const ROOT = join(import.meta.dirname, '..');
/** A line at the beginning of a test file that `npm run test:postgres` repeats on PostgreSQL and Valkey, because something can differ there. */
const EVERY_ENGINE = '// Runs on SQLite and on PostgreSQL.\n';
/**
 * A line at the beginning of a test file that `npm run test:threads` runs with two serving threads, because something can differ there. If it
 * also runs on PostgreSQL, with one thread, it does not run with one on SQLite.
 */
const TWO_THREADS = '// Runs with two threads.\n';
/** A line at the beginning of a test file that `npm run test:firefox` repeats in Firefox. They have each kind of page; others need what Playwright does only in Chromium. */
const EVERY_BROWSER = '// Runs in Chromium and in Firefox.\n';
/** A line at the beginning of a test file that only `npm run test:postgres` runs. */
const NEEDS_SERVERS = '// Needs PostgreSQL or Valkey.\n';
/** A line at the beginning of a test file that measures its process or changes it for good. In a release test: nothing runs beside it. */
const OWN_PROCESS = '// Runs in a process of its own.\n';
/** A line at the beginning of a test file that waits for processes that it starts: these files run one after another. */
const WAITS = '// Waits for processes.\n';
/** A line at the beginning of a release test that takes more than half a minute: it starts before the others, so that none of them waits for it alone. */
const LONG = '// Takes long.\n';
/** What a unit test does not need: a server, a store or a process. */
const SERVED = /@petstore\/testing\/(?!fake-clock|random)|node:child_process|playwright-core/;
/** Parts into which the files of a group that can share a process are divided: so many that all jobs end at about the same time. */
const SHARDS = 3;
/** One more than the cores of a small machine, because jobs wait for a browser, a server or a time-out. */
const CONCURRENT_JOBS = 3;
/** Ends a process that does not end by itself after its tests. Otherwise nothing would limit how long this script waits for it. */
const ENDS = ['--report-exclude-network', `--import=${join(ROOT, 'testing/processes/open-handles.ts')}`];
/** Each file in a process of its own. */
const ONE_AT_A_TIME = ['--test-concurrency=1'];
/** Files that share a process load the service once, which halves the processor time of the tests. */
const ONE_PROCESS = '--test-isolation=none';
/** A larger space for new objects: garbage collection takes less, and these jobs a tenth less processor time. */
const SHARED_OPTIONS = [ONE_PROCESS, '--max-semi-space-size=64'];

const isRelease = (file: string) => /\.release\.test\.[jt]s$/.test(file);
/** Disks, servers and processes that fail, floods, and what no client should send. */
const isFault = (file: string) => /^service\/test\/faults\/(disk|engines|http|overload)\//.test(file);
const isPage = (file: string) => /^(client|console|embed)\//.test(file);
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const hasMarker = (file: string, marker: string) => text(file).slice(0, 200).includes(marker);
/** Only Linux divides the connections between threads. */
const runsInThreads = (file: string) => process.platform === 'linux' && hasMarker(file, TWO_THREADS);

const GROUPS = {
  /** Neither server nor store: for every save. */
  unit: (file: string) => !isRelease(file) && /\/src\//.test(file) && !SERVED.test(text(file)),
  /** The client, the console and embed.js, in Chromium too. */
  pages: (file: string) => !isRelease(file) && isPage(file),
  /** The service on SQLite. */
  embedded: (file: string) =>
    !isRelease(file) &&
    !isPage(file) &&
    !isFault(file) &&
    !hasMarker(file, NEEDS_SERVERS) &&
    !(runsInThreads(file) && hasMarker(file, EVERY_ENGINE)),
  /** The service on PostgreSQL and Valkey. */
  postgres: (file: string) =>
    !isRelease(file) && (hasMarker(file, EVERY_ENGINE) || hasMarker(file, NEEDS_SERVERS)),
  /** The service on SQLite, in two threads. */
  threads: runsInThreads,
  /** Pages in Firefox. */
  firefox: (file: string) => hasMarker(file, EVERY_BROWSER),
  /** The service while something fails. */
  faults: (file: string) => !isRelease(file) && isFault(file),
  /** Minutes, and tools that are not on every machine. */
  release: isRelease,
};
type Group = keyof typeof GROUPS;
/** What `npm test` runs. */
const QUICK: readonly Group[] = ['pages', 'embedded', 'threads'];
/** What `.ci/run` runs as well. */
const LATER: readonly Group[] = ['postgres', 'firefox', 'faults', 'release'];

function allTests(): string[] {
  const patterns = [
    '{bench,client,console,embed,python,scripts,service,soak,testing}/**/*.test.ts',
    'bin/*.test.js',
  ];
  return globSync(patterns, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).sort();
}

/**
 * Pages have two parts, because each of them starts a browser. The client's tests share a packed client, so that the first part has all of
 * them, and fewer of the others.
 */
function shardOf(file: string, index: number): number {
  if (file.startsWith('client/')) return 0;
  return isPage(file) ? Number(index % 3 > 0) : index % SHARDS;
}

function shards(files: readonly string[], numberOf: (file: string, index: number) => number): string[][] {
  return Array.from({ length: SHARDS }, (_, shard) =>
    files.filter((file, index) => numberOf(file, index) === shard),
  );
}

/** Test files that run in one child process of this script. */
interface Job {
  readonly name: string;
  readonly group: Group;
  readonly files: readonly string[];
  readonly options: readonly string[];
  /** Nothing runs beside it. */
  readonly isAlone?: boolean;
}

function jobsOf(group: Group, files: readonly string[]): Job[] {
  const own = files.filter((file) => hasMarker(file, OWN_PROCESS));
  const waiting = files.filter((file) => hasMarker(file, WAITS));
  const others = files.filter((file) => !own.includes(file) && !waiting.includes(file));
  const jobs =
    group === 'release'
      ? [
          { files: waiting, options: ONE_AT_A_TIME },
          // Each file is a job, so that all jobs end at about the same time.
          ...[...others]
            .sort((one, other) => Number(hasMarker(other, LONG)) - Number(hasMarker(one, LONG)))
            .map((file) => ({ files: [file], options: ONE_AT_A_TIME })),
          { files: own, options: ONE_AT_A_TIME, isAlone: true },
        ]
      : [
          // Those that wait most start first.
          ...shards(own, (_, index) => index % SHARDS).map((part) => ({
            files: part,
            options: ONE_AT_A_TIME,
          })),
          { files: waiting, options: SHARED_OPTIONS },
          ...shards(others, shardOf).map((part) => ({ files: part, options: SHARED_OPTIONS })),
        ];
  return jobs
    .map((job, index) => ({ ...job, group, name: `${group} ${index + 1}` }))
    .filter((job) => job.files.length > 0);
}

function environmentOf(group: Group): NodeJS.ProcessEnv {
  const compiled = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
  // Some release tests write more than fits into memory.
  if (group === 'release') return compiled;
  const faster = { ...compiled, TMPDIR: memoryFolder() };
  if (group === 'threads') return { ...faster, TEST_WORKERS: '2' };
  if (group === 'firefox') return { ...faster, TEST_BROWSER: 'firefox' };
  return group === 'postgres' ? { ...faster, TEST_STORE: 'postgres' } : faster;
}

/** The line after which the reporter repeats each failed test with its error. */
const FAILED_TESTS = '✖ failing tests:';

/** Runs a job, and returns what it printed of its failed tests, or null if all passed. Each line of its output begins with `prefix`. */
async function runJob({ group, files, options }: Job, prefix: string): Promise<string[] | null> {
  const limit = `--test-timeout=${group === 'release' ? 600_000 : 120_000}`;
  const child = spawn(process.execPath, ['--test', limit, ...ENDS, ...options, ...files], {
    cwd: ROOT,
    env: environmentOf(group),
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(`${prefix}${line}`);
    if (lines.length > 0 || line === FAILED_TESTS) lines.push(`${prefix}${line}`);
  }
  const [status] = await closed;
  return status === 0 ? null : lines;
}

/** Runs jobs, some at a time, and returns those with a test that failed: the name, and what was printed of these tests. */
async function runJobs(jobs: readonly Job[]): Promise<Map<string, string[]>> {
  const failed = new Map<string, string[]>();
  const runAll = async (queue: Iterable<Job>) => {
    for (const job of queue) {
      const prefix = jobs.length === 1 ? '' : `${job.name} | `;
      const lines = await runJob(job, prefix);
      if (lines !== null) failed.set(job.name, lines);
    }
  };
  const [alone, others] = [jobs.filter(({ isAlone }) => isAlone), jobs.filter(({ isAlone }) => !isAlone)];
  const queue = others.values();
  await Promise.all(Array.from({ length: CONCURRENT_JOBS }, () => runAll(queue)));
  await runAll(alone);
  return failed;
}

function buildPages(): void {
  for (const program of ['console/build.js', 'embed/build.js']) {
    const { status } = spawnSync(process.execPath, [program], { cwd: ROOT, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
}

function fail(message: string): never {
  console.error(`test: ${message}`);
  process.exit(2);
}

/** @param path of a test file, or of a folder with test files. */
function testsOf(path: string): string[] {
  const name = relative(ROOT, path);
  const files = allTests().filter((file) => file === name || file.startsWith(`${name}/`));
  return files.length > 0
    ? files
    : fail(`there is no test in ${path}; the name of its file ends with .test.ts`);
}

const isGroup = (name: string): name is Group => Object.hasOwn(GROUPS, name);
const given = process.argv.slice(2);
const paths = given.filter((name) => !isGroup(name));
const named = given.filter(isGroup);
const files = paths.length === 0 ? allTests() : [...new Set(paths.flatMap(testsOf))];
const groups = named.length > 0 ? named : paths.length === 0 ? QUICK : [...QUICK, ...LATER];
if (groups.includes('pages') || groups.includes('firefox')) buildPages();
const jobs = groups.flatMap((group) => jobsOf(group, files.filter(GROUPS[group])));
if (jobs.length === 0) fail(`no group of ${groups.join(', ')} has these files; use "npm test -- PATH..."`);
// One PostgreSQL server for all jobs: starting it takes a second.
if (jobs.some(({ group }) => group !== 'unit' && group !== 'pages')) await globalSetup();
const failed = await runJobs(jobs);
await globalTeardown();
if (failed.size > 0) {
  // Again at the end, where a reader of a long log looks first.
  if (jobs.length > 1) for (const line of [...failed.values()].flat()) console.error(line);
  console.error(`\nTests failed in: ${[...failed.keys()].join(', ')}.`);
  process.exitCode = 1;
}

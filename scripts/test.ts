// Runs the tests: `npm test` all of them, `npm test -- FILE...` some files, `npm run test:unit` and the like one group.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '..');
/** A line at the beginning of a test file that also runs on PostgreSQL and Valkey, because something can differ there. */
const EVERY_ENGINE = '// Runs on SQLite and on PostgreSQL.\n';
/** A line at the beginning of a test file that measures its process, or changes it for good. */
const OWN_PROCESS = '// Runs in a process of its own.\n';
/** What a unit test does not need: a server, a store or a process. */
const SERVED = /@petstore\/testing\/(?!fake-clock|random)|node:child_process|playwright-core/;
/** Parts into which the files of a group that can share a process are divided. */
const SHARDS = 2;
/** One job for each of two cores. A third one made tests of faults fail by time alone. */
const CONCURRENT_JOBS = 2;
const CONCURRENT_FILES = 2;

const isRelease = (file: string) => file.endsWith('.release.test.ts');
const isPage = (file: string) => /^(client|console)\//.test(file);
const isClientTest = (file: string) => file.startsWith('client/test/');
const isFault = (file: string) => file.startsWith('service/test/faults/');
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const hasMarker = (file: string, marker: string) => text(file).slice(0, 200).includes(marker);

const GROUPS = {
  /** Neither server nor store: for every save. */
  unit: (file: string) => !isRelease(file) && /\/src\//.test(file) && !SERVED.test(text(file)),
  /** The client and the console, in Chromium too. */
  pages: (file: string) => !isRelease(file) && isPage(file),
  /** The service on SQLite. */
  embedded: (file: string) => !isRelease(file) && !isPage(file),
  /** The service on PostgreSQL and Valkey. */
  postgres: (file: string) => !isRelease(file) && hasMarker(file, EVERY_ENGINE),
  /** Minutes, and tools that are not on every machine. */
  release: isRelease,
};
type Group = keyof typeof GROUPS;

function allTests(): string[] {
  const patterns = ['{bench,client,console,scripts,service,soak,testing}/**/*.test.ts', 'bin/*.test.js'];
  return globSync(patterns, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).sort();
}

/** Files that share a process load the service once, which halves the processor time of the tests. */
function needsOwnProcess(file: string): boolean {
  return isClientTest(file) || isFault(file) || isRelease(file) || hasMarker(file, OWN_PROCESS);
}

/** Test files that run in one child process of this script. */
interface Job {
  readonly name: string;
  readonly group: Group;
  readonly files: readonly string[];
  readonly options: readonly string[];
}

function jobsOf(group: Group, files: readonly string[]): Job[] {
  const own = files.filter(needsOwnProcess);
  const shared = files.filter((file) => !needsOwnProcess(file));
  const shards = Array.from({ length: SHARDS }, (_, shard) => ({
    name: `${group} ${shard + 1}`,
    group,
    files: shared.filter((_file, index) => index % SHARDS === shard),
    options: ['--test-isolation=none'],
  }));
  const concurrency = `--test-concurrency=${group === 'release' ? 1 : CONCURRENT_FILES}`;
  const jobs = [...shards, { name: `${group} ${SHARDS + 1}`, group, files: own, options: [concurrency] }];
  return jobs.filter((job) => job.files.length > 0);
}

/** Runs a job, and returns whether all its tests passed. Each line of its output begins with `prefix`. */
async function runJob({ group, files, options }: Job, prefix: string): Promise<boolean> {
  const limit = `--test-timeout=${group === 'release' ? 600_000 : 120_000}`;
  const setup = group === 'unit' || group === 'pages' ? [] : ['--test-global-setup=testing/global-setup.ts'];
  const child = spawn(process.execPath, ['--test', limit, ...setup, ...options, ...files], {
    cwd: ROOT,
    env: group === 'postgres' ? { ...process.env, TEST_STORE: 'postgres' } : process.env,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) console.log(`${prefix}${line}`);
  const [status] = await closed;
  return status === 0;
}

/** Runs jobs, some at a time, and returns the names of those with a test that failed. */
async function runJobs(jobs: readonly Job[]): Promise<string[]> {
  const failed: string[] = [];
  const queue = jobs.values();
  const work = async () => {
    for (const job of queue) {
      const prefix = jobs.length === 1 ? '' : `${job.name} | `;
      if (!(await runJob(job, prefix))) failed.push(job.name);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_JOBS }, work));
  return failed;
}

function buildConsole(): void {
  const { status } = spawnSync(process.execPath, ['console/build.js'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const isGroup = (name: string | undefined): name is Group =>
  name !== undefined && Object.hasOwn(GROUPS, name);
const [first, ...others] = process.argv.slice(2);
const named = first === undefined || isGroup(first) ? others : [first, ...others];
const files = named.length === 0 ? allTests() : named.map((file) => relative(ROOT, file));
const missing = files.filter((file) => !existsSync(join(ROOT, file)));
if (missing.length > 0) {
  console.error(`Test file not found: ${missing.join(', ')}.`);
  process.exit(1);
}
const served: readonly Group[] = ['pages', 'embedded', 'postgres'];
const groups = isGroup(first) ? [first] : named.length === 0 ? served : [...served, 'release' as const];
if (groups.includes('pages')) buildConsole();
const jobs = groups.flatMap((group) => jobsOf(group, files.filter(GROUPS[group])));
const failed = await runJobs(jobs);
if (failed.length > 0) {
  console.error(`\nTests failed in: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

// Runs the tests: `npm test` all of them, `npm test -- FILE...` some files, `npm run test:unit` and the like one group.
import { spawn, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** A line at the beginning of a test file that also runs on PostgreSQL and Valkey, because something can differ there. */
const EVERY_ENGINE = '// Runs on SQLite and on PostgreSQL.\n';
/** A line at the beginning of a test file that measures its process, or changes it for good. */
const OWN_PROCESS = '// Runs in a process of its own.\n';
/** What a unit test does not need: a server, a store or a process. */
const SERVED = /@petstore\/testing\/(?!fake-clock|random)|node:child_process|playwright-core/;
/** Two cores run the tests; a third file uses the time in which tests wait. */
const SHARDS = 2;
const CONCURRENT_FILES = 3;

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

/** Runs test files, and returns whether all tests passed. Output that is not shown at once is printed at the end. */
async function runFiles(
  files: readonly string[],
  group: Group,
  { options, isShown }: { options: readonly string[]; isShown: boolean },
): Promise<boolean> {
  const limit = `--test-timeout=${group === 'release' ? 600_000 : 120_000}`;
  const setup = group === 'unit' || group === 'pages' ? [] : ['--test-global-setup=testing/global-setup.ts'];
  const child = spawn(process.execPath, ['--test', limit, ...setup, ...options, ...files], {
    cwd: ROOT,
    env: group === 'postgres' ? { ...process.env, TEST_STORE: 'postgres' } : process.env,
    stdio: ['inherit', isShown ? 'inherit' : 'pipe', 'inherit'],
  });
  const printed: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
  const status = await new Promise((resolve) => child.once('close', resolve));
  for (const chunk of printed) process.stdout.write(chunk);
  return status === 0;
}

/** Ends this process if a test fails. */
async function run(files: readonly string[], group: Group): Promise<void> {
  const own = files.filter(needsOwnProcess);
  const shared = files.filter((file) => !needsOwnProcess(file));
  const shards = Array.from({ length: Math.min(SHARDS, shared.length) }, (_, shard) =>
    shared.filter((_file, index) => index % SHARDS === shard),
  );
  const passed = await Promise.all(
    shards.map((shard, index) =>
      runFiles(shard, group, { options: ['--test-isolation=none'], isShown: index === 0 }),
    ),
  );
  const concurrency = `--test-concurrency=${group === 'release' ? 1 : CONCURRENT_FILES}`;
  if (own.length > 0) passed.push(await runFiles(own, group, { options: [concurrency], isShown: true }));
  if (passed.includes(false)) process.exit(1);
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
const served: readonly Group[] = ['pages', 'embedded', 'postgres'];
const groups = isGroup(first) ? [first] : named.length === 0 ? served : [...served, 'release' as const];
if (groups.includes('pages')) buildConsole();
for (const group of groups) await run(files.filter(GROUPS[group]), group);

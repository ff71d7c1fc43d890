// Runs the tests: `npm test` all of them, `npm test -- FILE...` some files, `npm run test:unit` and the like one group.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** The first line of a test file that also runs on PostgreSQL and Valkey, because something can differ there. */
const EVERY_ENGINE = '// Runs on SQLite and on PostgreSQL.';
/** What a unit test does not need: a server, a store or a process. */
const SERVED = /@petstore\/testing\/(?!fake-clock|random)|node:child_process|playwright-core/;

const isRelease = (file: string) => file.endsWith('.release.test.ts');
const isPage = (file: string) => /^(client|console)\//.test(file);
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const runsOnEveryEngine = (file: string) => text(file).startsWith(EVERY_ENGINE);

const GROUPS = {
  /** In this process alone: for every save. */
  unit: (file: string) => !isRelease(file) && /\/src\//.test(file) && !SERVED.test(text(file)),
  /** The client and the console, in Chromium too. */
  pages: (file: string) => !isRelease(file) && isPage(file),
  /** The service on SQLite. */
  embedded: (file: string) => !isRelease(file) && !isPage(file),
  /** The service on PostgreSQL and Valkey. */
  postgres: (file: string) => !isRelease(file) && runsOnEveryEngine(file),
  /** Minutes, and tools that are not on every machine. */
  release: isRelease,
};
type Group = keyof typeof GROUPS;

function allTests(): string[] {
  const patterns = ['{bench,client,console,scripts,service,soak,testing}/**/*.test.ts', 'bin/*.test.js'];
  return globSync(patterns, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).sort();
}

/** Ends this process if a test fails. */
function run(files: readonly string[], group: Group): void {
  if (files.length === 0) return;
  const isRelease = group === 'release';
  const options = [
    '--test',
    `--test-concurrency=${isRelease ? 1 : 2}`,
    `--test-timeout=${isRelease ? 600_000 : 120_000}`,
    ...(group === 'unit' || group === 'pages' ? [] : ['--test-global-setup=testing/global-setup.ts']),
  ];
  const env = group === 'postgres' ? { ...process.env, TEST_STORE: 'postgres' } : process.env;
  const { status } = spawnSync(process.execPath, [...options, ...files], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

function buildConsole(): void {
  const { status } = spawnSync(process.execPath, ['console/build.js'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const isGroup = (name: string | undefined): name is Group =>
  name !== undefined && Object.hasOwn(GROUPS, name);
const [name, ...others] = process.argv.slice(2);
const named = [name, ...others].filter((file) => file !== undefined && !isGroup(file)) as string[];
const files = named.length === 0 ? allTests() : named.map((file) => relative(ROOT, file));
const groups: readonly Group[] = isGroup(name)
  ? [name]
  : named.length === 0
    ? ['pages', 'embedded', 'postgres']
    : ['release', 'pages', 'embedded', 'postgres'];
if (groups.includes('pages')) buildConsole();
for (const group of groups) run(files.filter(GROUPS[group]), group);

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = join(ROOT, 'service', 'src');

/** The floors of the house, top to bottom. Imports go down, or stay in their own folder. */
const FLOORS = [
  ['main.ts'],
  ['cli'],
  ['compose.ts'],
  ['app.ts', 'forgetting.ts', 'store-metrics.ts'],
  ['arrivals.ts'],
  ['express-lane.ts', 'ready-responses.ts'],
  ['orders'],
  ['pets', 'quota'],
  ['accounts', 'events'],
  ['http', 'database', 'config.ts'],
  ['core'],
];

const DRAWERS = /^(utils?|helpers?|common|lib|misc|shared)(\.\w+)*$/;
const NOT_OURS = new Set(['node_modules', '.git', 'dist']);

/** What belongs to a test although it is no test itself. */
const OF_TESTS = /(\.test|-fixture)\.ts$/;

interface Import {
  from: string;
  to: string;
  /** Types are gone when the program runs. */
  isType?: boolean;
}

/** The folder of `src` that a file is in, or the file itself where it is in none. */
function roomOf(path: string): string {
  return path.split(sep, 1)[0] ?? '';
}

function floorOf(path: string): number {
  const floor = FLOORS.findIndex((rooms) => rooms.includes(roomOf(path)));
  assert.ok(floor >= 0, `${path} is on no floor: give it one here and in ARCHITECTURE.md`);
  return floor;
}

async function sourceFiles(): Promise<string[]> {
  const files = await readdir(SOURCE, { recursive: true });
  return files.filter((path) => path.endsWith('.ts') && !OF_TESTS.test(path));
}

const RELATIVE_IMPORT = /\b(?:import|export)\s+(type\s+)?(?:[^;'"]*?\sfrom\s+)?'(\.[^']+)'/g;

async function importsOf(path: string): Promise<Import[]> {
  const text = await readFile(join(SOURCE, path), 'utf8');
  return [...text.matchAll(RELATIVE_IMPORT)].map(([, type, target = '']) => ({
    from: path,
    to: relative(SOURCE, join(SOURCE, dirname(path), target)),
    isType: type !== undefined,
  }));
}

async function allImports(): Promise<Import[]> {
  return (await Promise.all((await sourceFiles()).map(importsOf))).flat();
}

function goesDown({ from, to }: Import): boolean {
  return roomOf(from) === roomOf(to) || floorOf(from) < floorOf(to);
}

test('imports only go down the floors, and never across one', async () => {
  const wrong = (await allImports()).filter((one) => !goesDown(one));
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} imports ${to}`),
    [],
  );
});

test('nothing that runs needs what belongs to a test', async () => {
  assert.deepEqual(
    (await allImports()).filter(({ to }) => to.startsWith('..') || OF_TESTS.test(to)),
    [],
  );
});

test('the imports are found: a rule that reads nothing forbids nothing', async () => {
  const imports = await allImports();
  assert.ok(imports.some(({ from, to }) => from === 'main.ts' && roomOf(to) === 'cli'));
  assert.ok(imports.some(({ from, to }) => roomOf(from) === 'pets' && roomOf(to) === 'core'));
  assert.ok(goesDown({ from: 'cli/serve.ts', to: 'core/clock.ts' }));
  for (const [from, to] of [
    ['core/json.ts', 'http/page.ts'],
    ['pets/pet.ts', 'quota/plan.ts'],
    ['http/page.ts', 'config.ts'],
  ]) {
    assert.ok(!goesDown({ from: from ?? '', to: to ?? '' }), `${from} imports ${to}`);
  }
});

test('files import one another in no circle', async () => {
  const running = (await allImports()).filter(({ isType }) => isType !== true);
  const targets = Map.groupBy(running, ({ from }) => from);
  const finished = new Set<string>();
  function visit(path: string, way: readonly string[]): void {
    assert.ok(!way.includes(path), [...way, path].join(' imports '));
    if (finished.has(path)) return;
    for (const { to } of targets.get(path) ?? []) visit(to, [...way, path]);
    finished.add(path);
  }
  for (const path of targets.keys()) visit(path, []);
});

test('core knows no framework, no database, no socket and no file', async () => {
  const core = (await sourceFiles()).filter((path) => roomOf(path) === 'core');
  for (const path of core) {
    const text = await readFile(join(SOURCE, path), 'utf8');
    assert.doesNotMatch(text, /from '(?:fastify|kysely|pino|node:(?:fs|http|net|sqlite))/, path);
  }
});

test('only config.ts and the process edge read the environment', async () => {
  for (const path of (await sourceFiles()).filter((name) => name !== 'main.ts')) {
    assert.doesNotMatch(await readFile(join(SOURCE, path), 'utf8'), /process\.env\b/, path);
  }
});

test('there is no drawer: nothing is called utils, helpers, common or lib', async () => {
  const folders = (await readdir(ROOT, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && !NOT_OURS.has(entry.name),
  );
  const names = folders.map(({ name }) => name);
  for (const { name } of folders) {
    const inside = await readdir(join(ROOT, name), { recursive: true });
    names.push(...inside.filter((path) => !path.split(sep).some((part) => NOT_OURS.has(part))));
  }
  assert.deepEqual(
    names.filter((path) => DRAWERS.test(path.split(sep).at(-1) ?? '')),
    [],
  );
});

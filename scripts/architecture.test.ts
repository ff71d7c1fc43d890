import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
/** What a reader still finds by its name. A lower number divides what belongs together. */
const MAX_SOURCE_FILES = 20;

interface Package {
  /** The folder of its code. */
  readonly folder: string;
  /** The packages that it may import, as the first part of their paths. */
  readonly uses: readonly string[];
  /** Its folders and files from top to bottom. An import goes to a lower floor or stays in its folder. */
  readonly floors?: readonly (readonly string[])[];
}

const PACKAGES: readonly Package[] = [
  {
    folder: 'service/src',
    uses: [],
    floors: [
      ['main.ts'],
      ['cli'],
      ['server'],
      ['insight'],
      ['adoption'],
      ['exchange'],
      ['catalogue'],
      ['access'],
      ['record'],
      ['platform'],
    ],
  },
  {
    folder: 'service/src/insight',
    uses: ['service'],
    floors: [['summary'], ['reports']],
  },
  {
    folder: 'service/src/adoption',
    uses: ['service'],
    floors: [['applications'], ['public-pages']],
  },
  {
    folder: 'service/src/exchange',
    uses: ['service'],
    floors: [['publishing'], ['webhooks'], ['import-export'], ['partners']],
  },
  {
    folder: 'service/src/catalogue',
    uses: ['service'],
    floors: [['batches', 'trash', 'merging', 'orders'], ['listings'], ['pets', 'photos'], ['search']],
  },
  {
    folder: 'service/src/access',
    uses: ['service'],
    floors: [
      ['sessions'],
      ['people'],
      ['mail'],
      ['administration'],
      ['settings'],
      ['quota', 'idempotency'],
      ['accounts'],
    ],
  },
  {
    folder: 'service/src/record',
    uses: ['service'],
    floors: [['audit'], ['events']],
  },
  {
    folder: 'service/src/platform',
    uses: ['service'],
    floors: [['outbound'], ['http', 'database', 'config'], ['core']],
  },
  {
    folder: 'client/src',
    uses: [],
    floors: [
      ['index.ts'],
      ['petstore.ts', 'stream.ts', 'webhooks.ts'],
      ['resources'],
      ['transport'],
      ['settings.ts'],
      ['options.ts', 'errors.ts'],
      ['contract.ts', 'clock.ts', 'quota-headers.ts'],
      ['on-abort.ts'],
    ],
  },
  {
    folder: 'console/src',
    uses: ['client'],
    floors: [
      ['main.tsx'],
      ['start.tsx'],
      ['console.tsx'],
      ['shell.tsx'],
      ['current-page.tsx'],
      ['today', 'navigation', 'exports', 'figures', 'publishing'],
      ['animals', 'bin', 'activity', 'usage', 'categories', 'programs', 'imports', 'audit', 'settings'],
      ['orders'],
      ['applications'],
      ['people', 'search'],
      ['administration', 'category-name.tsx'],
      ['sign-in'],
      ['session'],
      ['queries'],
      ['ui', 'use-route.ts'],
      ['texts'],
      [
        'observable.ts',
        'stored-setting.ts',
        'edited-forms.ts',
        'route.ts',
        'scroll-position.ts',
        'use-menu.ts',
        'styles.css',
      ],
    ],
  },
  {
    folder: 'embed/src',
    uses: ['service'],
    floors: [
      ['main.ts'],
      ['petstore-animals.ts'],
      ['view.ts'],
      ['cards.ts', 'style.ts'],
      ['service.ts', 'facts.ts', 'element-language.ts'],
      ['service-address.ts', 'listing.ts', 'language.ts'],
      ['texts'],
    ],
  },
  {
    folder: 'testing',
    uses: ['service', 'client'],
    floors: [
      ['fixtures', 'history', 'example-shelter', 'readme-examples.ts'],
      ['api-calls.ts', 'applications.ts', 'people.ts'],
      ['service.ts', 'commands.ts'],
      ['threads'],
      ['stores.ts', 'accounts.ts'],
      ['servers'],
      ['sign-in'],
      ['processes', 'http'],
      [
        'back-to-1-0-0.ts',
        'folders.ts',
        'memory-folder.ts',
        'compile-cache.ts',
        'fake-clock.ts',
        'random.ts',
        'settings-lines.ts',
        'skip-reason.ts',
        'test-on.ts',
        'until.ts',
        'pictures',
      ],
    ],
  },
  { folder: 'bench', uses: ['service', 'testing'] },
  { folder: 'soak', uses: ['service', 'testing', 'client', 'bench'] },
];

const VAGUE_NAMES = /^(utils?|helpers?|common|lib|misc|shared)(\.\w+)*$/;
const NOT_OURS = /(^|\/)(node_modules|\.git|dist|bundled)(\/|$)/;
const IS_SOURCE = /\.(ts|tsx)$/;
/** The rules do not apply to tests. */
const IS_TEST = /\.test\.tsx?$/;
/** Imports and re-exports, of types too; not the version in a `package.json`. */
const IMPORT =
  /\b(?:import|export)\s+(?:[^;'"]*?\sfrom\s+)?'(\.[^']+(?<!\/package\.json)|@petstore\/[^']+)'|\bimport\('(\.[^']+)'\)/g;

interface Import {
  readonly from: string;
  readonly to: string;
}

async function sourceFiles({ folder }: Package): Promise<string[]> {
  const paths = await readdir(join(ROOT, folder), { recursive: true });
  return paths
    .map((path) => join(folder, path))
    .filter((path) => IS_SOURCE.test(path) && !IS_TEST.test(path) && !NOT_OURS.test(path));
}

/** Resolves an import to a path from the root of the repository. */
function resolveImport(from: string, specifier: string): string {
  if (!specifier.startsWith('@petstore/')) return join(dirname(from), specifier);
  return specifier.slice('@petstore/'.length);
}

async function importsOf(from: string): Promise<Import[]> {
  const text = await readFile(join(ROOT, from), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, direct, late]) => ({
    from,
    to: resolveImport(from, direct ?? late ?? ''),
  }));
}

async function importsIn(one: Package): Promise<Import[]> {
  return (await Promise.all((await sourceFiles(one)).map(importsOf))).flat();
}

/** The folder or the file of a package that a path belongs to; undefined outside of the package. */
function roomOf({ folder }: Package, path: string): string | undefined {
  const inside = relative(folder, path);
  return inside.startsWith('..') ? undefined : inside.split(sep, 1)[0];
}

function floorOf({ folder, floors = [] }: Package, room: string): number {
  const floor = floors.findIndex((rooms) => rooms.includes(room));
  assert.ok(floor >= 0, `${folder}/${room} is on no floor: give it one here and in ARCHITECTURE.md`);
  return floor;
}

function isAllowed(one: Package, { from, to }: Import): boolean {
  const target = roomOf(one, to);
  if (target === undefined) return one.uses.includes(to.split(sep, 1)[0] ?? '');
  const source = roomOf(one, from);
  if (source === undefined) return false;
  return source === target || one.floors === undefined || floorOf(one, source) < floorOf(one, target);
}

const described = ({ from, to }: Import) => `${from} imports ${to}`;

for (const one of PACKAGES) {
  test(`${one.folder}: imports go only down the floors, and to these packages only: ${one.uses.join(', ') || 'none'}`, async () => {
    const imports = await importsIn(one);
    assert.ok(imports.length > 0, 'no import was found, so nothing was checked');
    assert.deepEqual(imports.filter((each) => !isAllowed(one, each)).map(described), []);
  });

  test(`${one.folder}: the imports of its files have no cycle`, async () => {
    const targets = Map.groupBy(await importsIn(one), ({ from }) => from);
    const finished = new Set<string>();
    function visit(path: string, trail: readonly string[]): void {
      assert.ok(!trail.includes(path), [...trail, path].join(' imports '));
      if (finished.has(path)) return;
      for (const { to } of targets.get(path) ?? []) visit(to, [...trail, path]);
      finished.add(path);
    }
    for (const path of targets.keys()) visit(path, []);
  });
}

test('detects an upward import, an import within a floor and one to another package', () => {
  const [service] = PACKAGES;
  assert.ok(service);
  const inService = (from: string, to: string) =>
    isAllowed(service, { from: join('service/src', from), to: join('service/src', to) });
  assert.ok(inService('cli/program.ts', 'platform/core/clock.ts'));
  assert.ok(inService('catalogue/pets/pet.ts', 'catalogue/orders/order.ts'));
  assert.ok(!inService('record/audit/audit-entry.ts', 'access/accounts/account.ts'));
  assert.ok(!inService('platform/core/json.ts', '../test/harness.ts'));
  const platform = PACKAGES.find(({ folder }) => folder === 'service/src/platform');
  assert.ok(platform);
  const [from, to] = ['service/src/platform/http/cors.ts', 'service/src/platform/database/database.ts'];
  assert.ok(!isAllowed(platform, { from, to }));
});

test(`a folder has at most ${MAX_SOURCE_FILES} source files`, async () => {
  const folders = Map.groupBy(await sourceFiles({ folder: '.', uses: [] }), (path) => dirname(path));
  const full = [...folders].filter(([, files]) => files.length > MAX_SOURCE_FILES);
  assert.deepEqual(
    full.map(([folder, files]) => `${folder} has ${files.length}`),
    [],
  );
});

test('core imports no framework, no database, no socket and no file', async () => {
  for (const path of await sourceFiles({ folder: 'service/src/platform/core', uses: [] })) {
    const text = await readFile(join(ROOT, path), 'utf8');
    assert.doesNotMatch(text, /from '(?:fastify|kysely|pino|node:(?:fs|http|net|sqlite))/, path);
  }
});

test('the service imports no HTTP client: the module of Node loads all of it, in 14 MB of an idle process', async () => {
  for (const path of await sourceFiles({ folder: 'service/src', uses: [] })) {
    const text = await readFile(join(ROOT, path), 'utf8');
    assert.doesNotMatch(text, /^import (?!type\b)[^;]* from 'node:(?:http|https|http2)'/m, path);
  }
});

test('only the process edge uses the environment, and the start of OpenTelemetry, whose packages read it', async () => {
  const files = await sourceFiles({ folder: 'service/src', uses: [] });
  for (const path of files.filter((name) => !/\/(main|telemetry\/telemetry)\.ts$/.test(name))) {
    assert.doesNotMatch(await readFile(join(ROOT, path), 'utf8'), /process\.env\b/, path);
  }
});

test('only the clock reads the time and sets timers, and the server for its last connections', async () => {
  const files = await sourceFiles({ folder: 'service/src', uses: [] });
  const mayUseTime = /\/(core\/clock|http\/connections\/http-server)\.ts$/;
  for (const path of files.filter((name) => !mayUseTime.test(name))) {
    const text = await readFile(join(ROOT, path), 'utf8');
    // The time-out of a socket is no timer: it begins again with every byte.
    const ofTime = /\bperformance\.now|\bDate\.now|new Date\(\)|(?<!\bsocket\.)\bset(Timeout|Interval)\b/;
    assert.doesNotMatch(text, ofTime, path);
  }
});

test('no file and no folder is called utils, helpers, common or lib', async () => {
  const entries = await readdir(ROOT, { recursive: true });
  assert.deepEqual(
    entries.filter((path) => !NOT_OURS.test(path) && VAGUE_NAMES.test(path.split(sep).at(-1) ?? '')),
    [],
  );
});

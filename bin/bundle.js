// Makes one file of each package that is hundreds of small ones, as npm does after it installed this repository:
// finding and reading those is a third of the time that a start takes. `bundled.js` says where the bundles are used.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const FRESH = join(here, 'bundled.new');
const DONE = join(here, 'bundled');

/** What the service imports of them, and the file that it is in. */
const ENTRIES = { kysely: 'kysely', 'kysely/migration': 'kysely-migration', typebox: 'typebox' };

/** The package that a specifier is of, and its version. */
function packageOf(specifier) {
  const [name] = specifier.split('/');
  const manifest = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return { name, version: JSON.parse(readFileSync(manifest, 'utf8')).version };
}

try {
  await bundle();
} catch (error) {
  const isMissing = error.code === 'ERR_MODULE_NOT_FOUND';
  const why = isMissing ? 'that needs the development dependencies' : error.message;
  console.log(`The packages are not bundled, and the service starts slower: ${why}.`);
}

async function bundle() {
  const { build } = await import('vite');
  await build({
    root: join(here, '../service'),
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: FRESH,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [file, name])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
    ssr: { noExternal: true },
  });
  const index = Object.entries(ENTRIES).map(([specifier, name]) => ({
    specifier,
    file: `${name}.js`,
    ...packageOf(specifier),
  }));
  writeFileSync(join(FRESH, 'index.json'), JSON.stringify(index));
  rmSync(DONE, { recursive: true, force: true });
  renameSync(FRESH, DONE);
}

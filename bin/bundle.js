// Bundles packages that consist of hundreds of small files into one file each, as the last step of `npm ci`. Finding
// and reading those files takes a third of the start time, and most of their bytes are never used. `bundled.js` makes the
// service use the bundles. With `--if-changed`, bundles of these packages and versions stay as they are.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const NEW_FOLDER = join(here, 'bundled.new');
const FOLDER = join(here, 'bundled');

/** Packages in CommonJS: a bundle has to name what they export. */
const COMMON_JS = ['@fastify/busboy', 'ajv', 'find-my-way', 'pino'];
const NAMED = 'named:';
/** What Node.js adds to the names. */
const UNNAMED = ['default', 'module.exports', '__esModule'];
/** The specifiers that the service imports, and the name of each bundle. */
const SPECIFIERS = [
  ...['kysely', 'kysely/migration', 'typebox'],
  ...['@scalar/fastify-api-reference', '@simplewebauthn/server', '@simplewebauthn/server/helpers'],
  ...['commander', 'csv-parse/sync', 'csv-stringify/sync', ...COMMON_JS],
  ...['@opentelemetry/api', '@opentelemetry/core', '@opentelemetry/resources'],
  ...['@opentelemetry/sdk-metrics', '@opentelemetry/sdk-trace'],
  ...['@opentelemetry/exporter-metrics-otlp-http', '@opentelemetry/exporter-metrics-otlp-proto'],
  ...['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/exporter-trace-otlp-proto'],
];
const ENTRIES = Object.fromEntries(
  SPECIFIERS.map((name) => [name, name.replace('@', '').replaceAll('/', '-')]),
);

/** Returns the name and version of the package of a specifier. */
function packageOf(specifier) {
  const [name] = /^(@[^/]+\/)?[^/]+/.exec(specifier);
  const manifest = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return { name, version: JSON.parse(readFileSync(manifest, 'utf8')).version };
}

/** Returns what `index.json` has. */
function indexText() {
  return JSON.stringify(
    Object.entries(ENTRIES).map(([specifier, name]) => ({
      specifier,
      file: `${name}.js`,
      ...packageOf(specifier),
    })),
  );
}

try {
  if (!process.argv.includes('--if-changed') || !isBundled()) await bundle();
} catch (error) {
  const isMissing = error.code === 'ERR_MODULE_NOT_FOUND';
  const reason = isMissing ? 'the development dependencies are not installed' : error.message;
  console.log(`Packages were not bundled, so the service starts more slowly: ${reason}.`);
}

function isBundled() {
  const file = join(FOLDER, 'index.json');
  return existsSync(file) && readFileSync(file, 'utf8') === indexText();
}

async function bundle() {
  const { build } = await import('vite');
  await build({
    root: join(here, '../service'),
    configFile: false,
    logLevel: 'error',
    plugins: [namedExports()],
    build: {
      ssr: true,
      outDir: NEW_FOLDER,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(ENTRIES).map(([name, file]) => [
            file,
            COMMON_JS.includes(name) ? `${NAMED}${name}` : name,
          ]),
        ),
        preserveEntrySignatures: 'strict',
        // reflect-metadata has to run before the packages that call it.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          strictExecutionOrder: true,
          // V8 keeps the text. Without comments and indentation it takes half of the memory, or a quarter if one character is not of Latin-1.
          minify: { mangle: false, compress: false },
        },
      },
    },
    ssr: { noExternal: true },
  });
  writeFileSync(join(NEW_FOLDER, 'index.json'), indexText());
  rmSync(FOLDER, { recursive: true, force: true });
  renameSync(NEW_FOLDER, FOLDER);
}

/** Rolldown gives a package in CommonJS one export, `default`. Its other names are those that Node.js finds. */
function namedExports() {
  return {
    name: 'named-exports',
    resolveId: (id) => (id.startsWith(NAMED) ? id : undefined),
    load: async (id) => {
      if (!id.startsWith(NAMED)) return undefined;
      const name = id.slice(NAMED.length);
      const names = Object.keys(await import(name)).filter((each) => !UNNAMED.includes(each));
      return `import all from '${name}'; export default all; export const { ${names} } = all;`;
    },
  };
}

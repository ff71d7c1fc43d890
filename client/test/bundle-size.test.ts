import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const SOURCE = join(import.meta.dirname, '../src');
const MAX_BYTES = 10_200;

test('the whole client as one minified module has at most 10,200 bytes after gzip', async (t) => {
  const built = await build({
    // A folder without a configuration or files of its own: only the client is in the bundle.
    root: SOURCE,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      // Nothing imports the entry here: otherwise every export would be left out.
      rolldownOptions: { input: join(SOURCE, 'index.ts'), preserveEntrySignatures: 'strict' },
    },
  });
  assert.ok('output' in built);
  const [entry, ...others] = built.output;
  assert.deepEqual(others, []);
  assert.ok(entry.exports.includes('Petstore'));
  const bytes = gzipSync(entry.code).length;
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
});

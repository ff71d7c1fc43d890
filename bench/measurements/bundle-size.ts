import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { type Target, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';

const CLIENT = join(import.meta.dirname, '../../client/src');

/** Measures the client as a page loads it that has no bundler of its own. */
export const bundleSize =
  (target: Target): Measurement<undefined> =>
  async () => {
    const code = Buffer.from(await bundledClient());
    const bytes = gzipSync(code).length;
    return [
      {
        what: '@petstore/client for browsers, gzip',
        value: bytes / 1000,
        unit: 'kB',
        target,
        figures: `${thousands(code.length)} bytes minified, ${thousands(bytes)} gzip`,
      },
    ];
  };

/** Returns the whole client as one minified module. */
async function bundledClient(): Promise<string> {
  const built = await build({
    // A folder without a configuration or files of its own: only the client is in the bundle.
    root: CLIENT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      // Nothing imports the entry here: otherwise every export would be left out.
      rolldownOptions: { input: join(CLIENT, 'index.ts'), preserveEntrySignatures: 'strict' },
    },
  });
  if (!('output' in built)) throw new Error('the client was not bundled once');
  const [entry, ...others] = built.output;
  if (others.length === 0 && entry.exports.includes('Petstore')) return entry.code;
  throw new Error(
    `the client is not in one file: ${built.output.map(({ fileName }) => fileName).join(', ')}`,
  );
}

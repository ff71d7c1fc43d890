import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { atMost, line, thousands } from '../report.ts';
import type { Row } from '../row.ts';

const CLIENT = join(import.meta.dirname, '../../client/src');

export const clientSize: Row = {
  name: 'client-size',
  measure: async () => {
    const code = Buffer.from(await bundledClient());
    const zipped = gzipSync(code).length;
    const figures = `${thousands(code.length)} bytes minified, ${thousands(zipped)} gzip`;
    return [line('@petstore/client for browsers, gzip', zipped / 1000, atMost(6, ' kB'), figures, ' kB')];
  },
};

/** The whole client as one minified module, as a page without a bundler of its own would load it. */
async function bundledClient(): Promise<string> {
  const built = await build({
    // A folder without a configuration or files of its own: nothing but the client is in the bundle.
    root: CLIENT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: {
        input: join(CLIENT, 'index.ts'),
        // Nobody imports the entry here: without it every export would be left out.
        preserveEntrySignatures: 'strict',
      },
    },
  });
  if (!('output' in built)) throw new Error('The client was not bundled once');
  const [entry, ...others] = built.output;
  if (others.length > 0 || !entry.exports.includes('Petstore')) {
    throw new Error(
      `The client is not in one file: ${built.output.map(({ fileName }) => fileName).join(', ')}`,
    );
  }
  return entry.code;
}

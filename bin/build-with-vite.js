import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the bundler; undefined without development dependencies. */
async function bundler() {
  try {
    return await import('vite');
  } catch {
    return undefined;
  }
}

/**
 * Builds `dist/` in the folder of a workspace. Without development dependencies it prints what is missing.
 *
 * @param {string} folder
 * @param {string} what the result, for that message.
 * @param {import('vite').InlineConfig} options
 */
export async function buildWithVite(folder, what, options) {
  const vite = await bundler();
  if (vite === undefined) {
    console.log(`Skipped the build of ${what}: it needs the development dependencies.`);
    return;
  }
  const dist = join(folder, 'dist');
  // Built elsewhere and renamed, so that a running service never finds a partial build.
  const outDir = `${dist}.new`;
  const build = { ...options.build, outDir, emptyOutDir: true };
  await vite.build({ root: folder, logLevel: 'error', ...options, build });
  rmSync(dist, { recursive: true, force: true });
  renameSync(outDir, dist);
}

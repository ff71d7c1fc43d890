// Builds dist/ from src/, as npm does after it installed this repository.
import { renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The bundler; undefined without development dependencies. */
async function bundler() {
  try {
    return await import('vite');
  } catch {
    return undefined;
  }
}

const vite = await bundler();
if (vite === undefined) {
  console.log('The console is left out: building it needs the development dependencies.');
} else {
  // In one step, so that a service which looks meanwhile finds all of it or none.
  const fresh = `${here}/dist.new`;
  await vite.build({
    root: here,
    configFile: `${here}/vite.config.ts`,
    logLevel: 'error',
    build: { outDir: fresh, emptyOutDir: true },
  });
  rmSync(`${here}/dist`, { recursive: true, force: true });
  renameSync(fresh, `${here}/dist`);
}

// Builds dist/embed.js from src/. npm runs this after it installs this repository.
import { renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Returns the bundler; undefined without development dependencies. */
async function bundler() {
  try {
    return await import('vite');
  } catch {
    return undefined;
  }
}

const vite = await bundler();
if (vite === undefined) {
  console.log('Skipped the build of embed.js: it needs the development dependencies.');
} else {
  // Built elsewhere and renamed, so that a running service never finds a partial build.
  const newFolder = `${here}/dist.new`;
  await vite.build({
    root: here,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: newFolder,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        input: `${here}/src/main.ts`,
        // Runs as a classic script and as a module.
        output: { format: 'iife', entryFileNames: 'embed.js' },
      },
    },
  });
  rmSync(`${here}/dist`, { recursive: true, force: true });
  renameSync(newFolder, `${here}/dist`);
}

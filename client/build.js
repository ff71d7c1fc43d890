// Builds dist/ from src/. npm runs this before it packs the client and after it installs this repository.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** Returns the path of the compiler; undefined without development dependencies. */
function compiler() {
  try {
    const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
    return join(dirname(manifest), 'bin', 'tsc');
  } catch {
    return undefined;
  }
}

const tsc = compiler();
if (tsc === undefined) {
  console.log('Skipped the build of the client: it needs the development dependencies.');
  // Do not pack a package without code.
  if (['pack', 'publish'].includes(process.env.npm_command ?? '')) process.exitCode = 1;
} else {
  rmSync(join(here, 'dist'), { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, [tsc, '-p', here], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

// Sets the version of the software: `npm run set-version -- 1.2.0`. It is that of package.json; every other place that has to
// name it is written here, and compared by version.test.ts.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../service/src/platform/core/version.ts';

const ROOT = join(import.meta.dirname, '..');
const SEMANTIC_VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
/** The files with names of images, archives and packages. */
const NAMED_IN = [
  'compose.yaml',
  ...globSync('deploy/{compose/compose,kubernetes/*}.yaml', { cwd: ROOT }),
  ...[
    'docs/deploy.md',
    'client/README.md',
    'python/README.md',
    'service/test/release/deploy.release.test.ts',
  ],
];

function pattern(text: string): string {
  return text.replaceAll('.', '\\.');
}

/** Finds a version where it is part of a name. */
function named(text: string): RegExp {
  return new RegExp(`(petstore(?:[-_]client)?[-:]|before-|here )${pattern(text)}`, 'g');
}

/** Returns the version to which docs/deploy.md upgrades. */
function nextOf(version: string): string {
  return version.replace(/(\d+)(-.*)?$/, (_, patch: string) => String(Number(patch) + 1));
}

function rewrite(file: string, from: RegExp, to: string): void {
  const path = join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(from, to));
}

const [version, ...rest] = process.argv.slice(2);
if (version === undefined || rest.length > 0 || !SEMANTIC_VERSION.test(version)) {
  console.error('set-version: give one version, such as 1.2.0');
  process.exit(2);
}
for (const file of ['package.json', 'client/package.json']) {
  rewrite(file, new RegExp(`("version": )"${pattern(VERSION)}"`), `$1"${version}"`);
}
rewrite('python/pyproject.toml', new RegExp(`^(version = )"${pattern(VERSION)}"`, 'm'), `$1"${version}"`);
for (const file of NAMED_IN) {
  // First the version to which the guide upgrades, because it may be the new one.
  rewrite(file, named(nextOf(VERSION)), `$1NEXT`);
  rewrite(file, named(VERSION), `$1${version}`);
  rewrite(file, named('NEXT'), `$1${nextOf(version)}`);
}
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
  cwd: ROOT,
  stdio: 'inherit',
});
console.log(`The version is ${version}. Add its section to CHANGELOG.md.`);

// Makes one archive with everything that serving needs: `npm run package [-- --with-node]`. It contains the service, the
// console, embed.js, the command and the production dependencies, and with `--with-node` also Node.
// With the same SOURCE_DATE_EPOCH, the archive is the same byte for byte.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'dist');
/** Files and folders besides the code, in the archive as here. */
const CONTENT = [
  ...[
    'package.json',
    'openapi.json',
    'LICENSE',
    'README.md',
    'CHANGELOG.md',
    'docs',
    'deploy',
    'examples',
    'design',
  ],
  ...['bin', 'bin/bundled/index.json', 'service/package.json', 'service/src', 'console/dist', 'embed/dist'],
];
const TESTS = /(\.test\.[jt]s|^deploy\/test)$/;
/** What a package needs for development or in browsers only. Node.js does not run TypeScript in `node_modules`. */
const UNUSED =
  /\.(map|[cm]?tsx?|md|markdown|flow)$|^(tests?|__tests__|bench(mark)?s?|examples?|docs?|browser|dist\/(iife|umd))(\/|$)/i;
/** The packages of which the service uses only the bundles in `bin/bundled`, which contain their dependencies, too. */
const BUNDLED = /^(kysely|@scalar\/fastify-api-reference|@simplewebauthn\/server|@opentelemetry\/.+)$/;
/** What remains of a bundled package: its version, which must be that of the bundle, and its licence, which some have in the README only. */
const DESCRIPTION = /^(package\.json|(licence|license|notice|copying|readme)[^/]*)$/i;

function fail(message: string): never {
  console.error(`package: ${message}`);
  process.exit(2);
}

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Returns the folders of the packages that the service uses, by the lockfile. Only bundles use those for which `isBundled` is true. */
function productionPackages(): Map<string, { isBundled: boolean }> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const found = new Map<string, { isBundled: boolean }>();
  const visit = (folder: string, isBundled: boolean) => {
    const { dependencies, optionalDependencies, peerDependencies }: LockedPackage = packages[folder];
    for (const name of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
      const path = installedPath(folder, name);
      const isOnlyBundled = isBundled || BUNDLED.test(name);
      // Visited again if a package that is no bundle uses it, too.
      if (path === undefined || found.get(path)?.isBundled === false) continue;
      if (found.has(path) && isOnlyBundled) continue;
      found.set(path, { isBundled: isOnlyBundled });
      visit(path, isOnlyBundled);
    }
  };
  visit('service', false);
  return found;
}

/** Finds a package as Node.js does; undefined if it is one for another platform. */
function installedPath(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(join(ROOT, path))) return path;
    if (folder === '.') return undefined;
  }
}

function copyPackage(name: string, isBundled: boolean, to: string): void {
  cpSync(join(ROOT, name), join(to, name), {
    recursive: true,
    dereference: true,
    // Packages inside of it have a line of their own.
    filter: (path) => {
      const inside = relative(join(ROOT, name), path);
      if (inside === '' || DESCRIPTION.test(inside)) return true;
      return !isBundled && !/^node_modules(\/|$)/.test(inside) && !UNUSED.test(inside);
    },
  });
}

function copyContent(name: string, to: string): void {
  if (statSync(join(ROOT, name), { throwIfNoEntry: false }) === undefined) {
    fail(`${name} is missing: run "npm ci" first`);
  }
  cpSync(join(ROOT, name), join(to, name), {
    recursive: true,
    filter: (path) => !TESTS.test(relative(ROOT, path)),
  });
}

/** Copies the Node that runs this script, which is the one of the lockfile. */
function copyNode(to: string): void {
  cpSync(process.execPath, join(to, 'bin/node'), { dereference: true });
}

const [flag, ...others] = process.argv.slice(2);
const withNode = flag === '--with-node';
if ((flag !== undefined && !withNode) || others.length > 0) fail('the only option is --with-node');
// The archive lacks the packages of the bundles, so these must have the versions of the lockfile.
execFileSync(process.execPath, [join(ROOT, 'bin/bundle.js'), '--if-changed'], { stdio: 'inherit' });
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const name = `petstore-${version}`;
const file = join(FOLDER, `${name}${withNode ? `-${process.platform}-${process.arch}` : ''}.tar.gz`);
const work = mkdtempSync(join(tmpdir(), 'petstore-package-'));
try {
  const to = join(work, name);
  for (const entry of CONTENT) copyContent(entry, to);
  for (const [entry, { isBundled }] of productionPackages()) copyPackage(entry, isBundled, to);
  cpSync(join(ROOT, 'bin/petstore.sh'), join(to, 'bin/petstore'));
  if (withNode) copyNode(to);
  mkdirSync(dirname(file), { recursive: true });
  const time = process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000);
  const reproducible = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${time}`];
  const modes = '--mode=u=rwX,go=rX';
  execFileSync('tar', ['-C', work, ...reproducible, modes, '-I', 'gzip -n', '-cf', file, name]);
  const unpacked = Number(execFileSync('du', ['-sm', to], { encoding: 'utf8' }).split('\t')[0]);
  console.log(`${file}: ${Math.ceil(statSync(file).size / 1e6)} MB, ${unpacked} MB unpacked`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

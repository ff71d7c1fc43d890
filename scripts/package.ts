// Makes one archive with everything that serving needs: `npm run package [-- --with-node]`. It contains the service, the
// console, embed.js, the command and the production dependencies, and with `--with-node` also Node.
// With the same SOURCE_DATE_EPOCH, the archive is the same byte for byte.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'dist');
/** Files and folders besides the code, in the archive as here. */
const CONTENT = [
  ...['package.json', 'openapi.json', 'LICENSE', 'README.md', 'CHANGELOG.md', 'docs', 'deploy', 'examples'],
  ...['bin', 'service/package.json', 'service/src', 'console/dist', 'embed/dist'],
];
const TESTS = /(\.test\.[jt]s|-fixture\.ts|^deploy\/test)$/;
/** What a package needs for development only. Node.js does not run TypeScript in `node_modules`. */
const FOR_DEVELOPMENT =
  /\.(map|[cm]?tsx?|md|markdown|flow)$|^(tests?|__tests__|bench(mark)?s?|examples?|docs?)(\/|$)/i;
/** The service itself, to which npm links. */
const LINK = 'node_modules/@petstore/service';
/** npm installs these for this repository; an archive has Node in `bin`, or none. */
const NODE_PACKAGE = /^node_modules\/node-(linux|bin)-/;

function fail(message: string): never {
  console.error(`package: ${message}`);
  process.exit(2);
}

/** Returns the folders of the packages that the service uses, as `npm ls` finds them. */
function productionPackages(): string[] {
  const args = ['ls', '--omit=dev', '--all', '--parseable', '--workspace', '@petstore/service'];
  const printed = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' });
  return printed
    .split('\n')
    .map((path) => relative(ROOT, path))
    .filter((path) => path.startsWith('node_modules/') && path !== LINK && !NODE_PACKAGE.test(path));
}

function copyPackage(name: string, to: string): void {
  cpSync(join(ROOT, name), join(to, name), {
    recursive: true,
    dereference: true,
    // Packages inside of it have a line of their own.
    filter: (path) => {
      const inside = relative(join(ROOT, name), path);
      return !/^node_modules(\/|$)/.test(inside) && !FOR_DEVELOPMENT.test(inside);
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
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const name = `petstore-${version}`;
const file = join(FOLDER, `${name}${withNode ? `-${process.platform}-${process.arch}` : ''}.tar.gz`);
const work = mkdtempSync(join(tmpdir(), 'petstore-package-'));
try {
  const to = join(work, name);
  for (const entry of CONTENT) copyContent(entry, to);
  for (const entry of productionPackages()) copyPackage(entry, to);
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

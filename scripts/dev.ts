// A development server: `npm run dev [-- FOLDER]`. The service runs in staging on PORT (8080) and restarts when its code
// changes; vite serves the console with hot reload and forwards requests of the API to the service.
// The first start creates a store with an account and sample animals in FOLDER (.dev). Ctrl-C ends everything.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const [name = '.dev', ...others] = process.argv.slice(2);
if (name.startsWith('-') || others.length > 0)
  fail('npm run dev takes one argument, the folder of the store');
const folder = resolve(ROOT, name);
const keyFile = join(folder, 'key');
const port = process.env.PORT ?? '8080';
const env = {
  ...process.env,
  PORT: port,
  PETSTORE_ENV: 'staging',
  DATABASE_URL: `sqlite:${join(folder, 'petstore.db')}`,
};

function fail(message: string): never {
  console.error(`dev: ${message}`);
  process.exit(2);
}

/** Ends this process if the port is in use: the service would wait for a change of its code. */
async function requireFreePort(): Promise<void> {
  const server = createServer().listen(Number(port), '127.0.0.1');
  await once(server, 'listening').catch(() =>
    fail(`port ${port} is already in use: choose another port with "PORT=NUMBER npm run dev"`),
  );
  server.close();
}

/** Runs a command of the service and returns what it printed. Ends this process if the command fails. */
function petstore(...args: string[]): string {
  const { status, stdout } = spawnSync(process.execPath, ['bin/petstore.js', ...args], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}

function createStore(): void {
  mkdirSync(folder, { recursive: true });
  const created = petstore(
    ...['accounts', 'create', 'dev', '--plan', 'business', '--role', 'admin', '--json'],
  );
  const mapping = 'examples/austin.mapping.json';
  petstore('pets', 'import', 'examples/austin.csv', '--mapping', mapping, '--owner', 'dev', '--json');
  writeFileSync(keyFile, `${JSON.parse(created).key.secret}\n`, { mode: 0o600 });
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

await requireFreePort();
if (!existsSync(keyFile)) createStore();
console.log(`
Service   http://127.0.0.1:${port}/ (restarts on change)
Console   the address that vite prints below (hot reload)
API key   ${readFileSync(keyFile, 'utf8').trim()}
Store     ${folder} (delete it to start again)
`);
const children = [
  start('--watch', '--watch-preserve-output', 'bin/petstore.js', 'serve'),
  start('node_modules/vite/bin/vite.js', '--config', 'console/vite.config.ts', '--clearScreen', 'false'),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// If one of them ends by itself, such as vite without a free port, the other ends too.
await Promise.race(children.map((child) => once(child, 'exit')));
stop();

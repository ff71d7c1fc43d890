// Writes openapi.json from the service's routes, and from openapi.json the types of the client and the Python client. With --check
// it fails if a committed file differs.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { parseConfig } from '../service/src/platform/config/config.ts';
import { systemClock } from '../service/src/platform/core/clock.ts';
import { jsonText } from '../service/src/platform/http/openapi/document-routes.ts';
import { compose } from '../service/src/server/compose.ts';
import { skipReason } from '../testing/skip-reason.ts';
import { clientContract } from './client-contract.ts';

const ROOT = join(import.meta.dirname, '..');

async function currentDocument(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-openapi-'));
  const config = parseConfig({ DATABASE_URL: `sqlite:${join(folder, 'petstore.db')}` });
  const service = await compose(config, systemClock, pino({ level: 'silent' }));
  try {
    return jsonText(service.app.document());
  } finally {
    await service.close();
    await rm(folder, { recursive: true });
  }
}

/** Formats source text with the formatter of this repository. */
function formatted(source: string): string {
  const args = ['format', '--stdin-file-path=contract.ts'];
  const { status, stdout, stderr } = spawnSync('biome', args, { cwd: ROOT, input: source, encoding: 'utf8' });
  if (status !== 0) throw new Error(`biome: ${stderr}`);
  return stdout;
}

/** Runs the generator of the Python client, which reads openapi.json. */
function generatePythonClient(args: readonly string[]): void {
  const { status } = spawnSync('python3', ['-B', 'python/generate.py', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const what = 'The generated files of the Python client';
  if (status === null) console.log(`${what} are skipped: ${skipReason(what, 'python3 is not on the PATH')}.`);
  else if (status !== 0) process.exitCode = status;
}

const given = process.argv.slice(2);
const isCheck = given.join(' ') === '--check';
if (given.length > 0 && !isCheck) {
  console.error(`openapi: the only argument is --check; got "${given.join(' ')}"`);
  process.exit(2);
}
const document = await currentDocument();
const files = {
  'openapi.json': document,
  'client/src/contract.ts': formatted(clientContract(document)),
};
for (const [name, text] of Object.entries(files)) {
  const path = join(ROOT, name);
  if (!isCheck) {
    await writeFile(path, text);
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    console.error(`${name} differs from the routes: run "npm run openapi" and commit the result.`);
    process.exitCode = 1;
  }
}
generatePythonClient(given);

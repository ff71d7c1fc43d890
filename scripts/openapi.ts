// Writes openapi.json from the service's own routes, and the client's types from it; with --check it fails when a
// file is not what they say.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { parseConfig } from '../service/src/config/config.ts';
import { systemClock } from '../service/src/core/clock.ts';
import { apiDocument } from '../service/src/http/openapi/openapi.ts';
import { compose } from '../service/src/server/compose.ts';
import { clientContract } from './client-contract.ts';

const ROOT = join(import.meta.dirname, '..');

async function currentDocument(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-openapi-'));
  const config = parseConfig({ DATABASE_URL: `sqlite:${join(folder, 'petstore.db')}` });
  const service = await compose(config, systemClock, pino({ level: 'silent' }));
  try {
    await service.app.ready();
    return apiDocument(service.app);
  } finally {
    await service.close();
    await rm(folder, { recursive: true });
  }
}

/** Source text as the formatter of this repository leaves it. */
function formatted(source: string): string {
  const args = ['format', '--stdin-file-path=contract.ts'];
  const { status, stdout, stderr } = spawnSync('biome', args, { cwd: ROOT, input: source, encoding: 'utf8' });
  if (status !== 0) throw new Error(`biome: ${stderr}`);
  return stdout;
}

const document = await currentDocument();
const files = {
  'openapi.json': document,
  'client/src/contract.ts': formatted(clientContract(document)),
};
for (const [name, text] of Object.entries(files)) {
  const path = join(ROOT, name);
  if (!process.argv.includes('--check')) {
    await writeFile(path, text);
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    console.error(`${name} is not what the routes say: run "npm run openapi" and commit it.`);
    process.exitCode = 1;
  }
}

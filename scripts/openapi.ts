// Writes openapi.json from the service's own routes; with --check it fails when the file is not what they say.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { compose } from '../service/src/compose.ts';
import { parseConfig } from '../service/src/config.ts';
import { systemClock } from '../service/src/core/clock.ts';
import { interfaceDocument } from '../service/src/http/openapi.ts';

const FILE = join(import.meta.dirname, '..', 'openapi.json');

async function currentDocument(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-openapi-'));
  const config = parseConfig({ DATABASE_URL: `sqlite:${join(folder, 'petstore.db')}` });
  const service = await compose(config, systemClock, pino({ level: 'silent' }));
  try {
    await service.app.ready();
    return interfaceDocument(service.app);
  } finally {
    await service.close();
    await rm(folder, { recursive: true });
  }
}

const document = await currentDocument();
if (!process.argv.includes('--check')) {
  await writeFile(FILE, document);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== document) {
  console.error('openapi.json is not what the routes say: run "npm run openapi" and commit it.');
  process.exitCode = 1;
}

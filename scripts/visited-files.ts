// Counts the files of the service that one request runs through, by V8's coverage: `node scripts/visited-files.ts [--list]`.
// Each request was sent twice before, so that nothing that only the first one loads or compiles is counted.
import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { parseConfig } from '../service/src/platform/config/config.ts';
import { systemClock } from '../service/src/platform/core/clock.ts';
import { compose } from '../service/src/server/compose.ts';
import { addAccount } from '../testing/accounts.ts';
import { examplePicture } from '../testing/pictures/example-pictures.ts';

const SOURCE = fileURLToPath(new URL('../service/src/', import.meta.url));
const isListed = process.argv.includes('--list');

const folder = await mkdtemp(join(tmpdir(), 'petstore-visited-'));
const config = parseConfig({ DATABASE_URL: `sqlite:${join(folder, 'petstore.db')}`, PORT: '0' });
const service = await compose(config, systemClock, pino({ level: 'silent' }));
const { url } = await service.listen();
const { key } = await addAccount(service.database, 'visitor', Date.now(), { perMinute: 1_000 });
const picture = await examplePicture('orient6.jpg');

const send = async (path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${key}`, ...init.headers };
  const response = await fetch(`${url}${path}`, { ...init, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
};
const addPet = () =>
  send('/v1/pets', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Frank', categoryId: 1, status: 'available' }),
  });
const { id } = JSON.parse(await addPet());
let page = 1;
const REQUESTS: Readonly<Record<string, () => Promise<unknown>>> = {
  // Another page each time, so that none is in the cache.
  'GET /v1/pets': () => {
    page += 1;
    return send(`/v1/pets?limit=${page}`);
  },
  'POST /v1/pets': addPet,
  'POST /v1/pets/{petId}/photos': () =>
    send(`/v1/pets/${id}/photos`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: picture,
    }),
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
for (const [name, request] of Object.entries(REQUESTS)) {
  await request();
  await request();
  // Taking the coverage sets its counters to zero.
  await session.post('Profiler.takePreciseCoverage');
  await request();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map((script) => script.url)
    .filter((script) => script.startsWith('file:'))
    .map((script) => fileURLToPath(script))
    .filter((path) => path.startsWith(SOURCE))
    .map((path) => path.slice(SOURCE.length))
    .sort();
  console.log(`${name}: ${files.length} files`);
  if (isListed) console.log(files.map((file) => `  ${file}`).join('\n'));
}
session.disconnect();
await service.close();
await rm(folder, { recursive: true });

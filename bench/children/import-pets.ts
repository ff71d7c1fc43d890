import { createReadStream } from 'node:fs';
import { createFirstAccount } from '../../service/src/cli/accounts/first-account.ts';
import { importPets } from '../../service/src/exchange/import-export/import-pets.ts';
import { systemClock } from '../../service/src/platform/core/clock.ts';
import { openSqlite } from '../../service/src/platform/database/sqlite/sqlite.ts';

// Imports an NDJSON file into an empty store. Prints rows a second and the growth of its memory at its peak.

const KIB_PER_MB = 1024;
const BYTES_PER_MB = 1024 * KIB_PER_MB;

const [storePath = '', file = ''] = process.argv.slice(2);
const database = await openSqlite(storePath);
await createFirstAccount(database, 'production', Date.now());
const owner = await database.read.selectFrom('accounts').select('id').executeTakeFirstOrThrow();

const rssBeforeMb = process.memoryUsage.rss() / BYTES_PER_MB;
const start = performance.now();
const { rows, created } = await importPets(
  database,
  { file: { format: 'ndjson', open: () => createReadStream(file) } },
  { ownerId: owner.id, clock: systemClock, publicUrl: 'http://127.0.0.1' },
);
const seconds = (performance.now() - start) / 1000;
const rssGrowthMb = process.resourceUsage().maxRSS / KIB_PER_MB - rssBeforeMb;

await database.close();
if (rows === 0 || created !== rows) throw new Error(`Of ${rows} rows ${created} were created`);
console.log(JSON.stringify({ rowsPerSecond: rows / seconds, rssGrowthMb }));

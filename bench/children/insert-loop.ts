import { DatabaseSync } from 'node:sqlite';
import { percentile } from '../rounds.ts';

// Adds pets for so many seconds by the plainest durable loop there is, one insert a transaction; prints how many a
// second, and how long one takes.

const [storePath = '', ...durations] = process.argv.slice(2);
const [warmUpSeconds = 0, seconds = 0] = durations.map(Number);

const database = new DatabaseSync(storePath);
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
const insert = database.prepare('insert into pets (name, category_id, status) values (?, ?, ?)');

insertFor(warmUpSeconds);
const start = performance.now();
const times = insertFor(seconds);
const tookSeconds = (performance.now() - start) / 1000;

database.close();
console.log(
  JSON.stringify({
    insertsPerSecond: times.length / tookSeconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }),
);

/** The milliseconds of each insert; outside a transaction every statement is one. */
function insertFor(limitSeconds: number): number[] {
  const milliseconds: number[] = [];
  const end = performance.now() + limitSeconds * 1000;
  for (let now = performance.now(); now < end; ) {
    insert.run('Łucja "Lu"', 3n, 'available');
    const after = performance.now();
    milliseconds.push(after - now);
    now = after;
  }
  return milliseconds;
}

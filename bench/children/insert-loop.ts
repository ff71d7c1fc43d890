import { DatabaseSync } from 'node:sqlite';
import { percentile } from '../statistics.ts';

// Adds pets for so many seconds by the simplest durable loop, one insert a transaction. Prints the inserts a second, and
// the time of one.

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
    perSecond: times.length / tookSeconds,
    p99Ms: percentile(times, 0.99),
  }),
);

/** Returns the milliseconds of each insert. Outside of a transaction every statement is one. */
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

import { Random } from '@petstore/testing/random.ts';
import type { Clock } from '../../service/src/core/clock.ts';
import { openSqlite } from '../../service/src/database/sqlite/sqlite.ts';
import { MemoryQuotas } from '../../service/src/quota/memory-quota.ts';
import { MAX_QUOTA } from '../../service/src/quota/plan.ts';

// Prints the time of one quota decision when this many accounts are active, and the memory of an account.

const QUOTA = { perMinute: MAX_QUOTA, perDay: MAX_QUOTA };
/** The middle of a minute and of a day. Nothing is written behind, so that all accounts stay changed: the most expensive case. */
const NOW = Date.UTC(2026, 10, 21, 12, 0, 30);
const never = () => () => {};
const CLOCK: Clock = { now: () => NOW, monotonic: () => 0, every: never, after: never };

const [storePath = '', ...counts] = process.argv.slice(2);
const [accounts = 1, decisions = 1] = counts.map(Number);
const database = await openSqlite(storePath);
const quotas = await MemoryQuotas.open(database, CLOCK, (error) => {
  throw error;
});

const before = usedBytes();
// Every account has an id object of its own, which the table keeps, as with ids from the database.
for (let number = 1; number <= accounts; number += 1) decide(BigInt(number));
const bytesPerAccount = (usedBytes() - before) / accounts;

const ids = Array.from(new Random(1).permutation(accounts), BigInt);
decideInTurn(decisions);
// A decision waits for nothing: its processor time is its time on a machine without other work.
const start = process.cpuUsage();
decideInTurn(decisions);
const { user, system } = process.cpuUsage(start);
const nanosecondsPerDecision = ((user + system) * 1000) / decisions;

await database.close();
console.log(JSON.stringify({ nanosecondsPerDecision, bytesPerAccount }));

function decideInTurn(times: number): void {
  for (let time = 0; time < times; time += 1) decide(ids[time % accounts] ?? 0n);
}

function decide(id: bigint): void {
  const { refusedBy } = quotas.consume({ accountId: id, keyId: id }, QUOTA, NOW);
  if (refusedBy !== undefined) throw new Error(`Account ${id} was refused`);
}

function usedBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

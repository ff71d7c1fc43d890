import type { Clock } from '../../service/src/core/clock.ts';
import { openSqlite } from '../../service/src/database/sqlite/sqlite.ts';
import { MemoryQuotas } from '../../service/src/quota/memory/memory-quota.ts';
import { MAX_QUOTA } from '../../service/src/quota/plan.ts';
import { shuffled } from '../data/shuffle.ts';

// Prints what one quota decision takes when this many accounts are active, and what memory an account takes.

const QUOTA = { perMinute: MAX_QUOTA, perDay: MAX_QUOTA };
/** The middle of a minute and of a day; nothing is written behind, so all accounts stay changed: the dearest case. */
const NOW = Date.UTC(2026, 10, 21, 12, 0, 30);
const CLOCK: Clock = { now: () => NOW, every: () => () => {} };

const [storePath = '', ...counts] = process.argv.slice(2);
const [accounts = 1, decisions = 1] = counts.map(Number);
const database = await openSqlite(storePath);
const quotas = await MemoryQuotas.open(database, CLOCK, (error) => {
  throw error;
});

const before = usedBytes();
// Every account comes with an id object of its own, which the table then keeps, as from the database.
for (let number = 1; number <= accounts; number += 1) decide(BigInt(number));
const bytesPerAccount = (usedBytes() - before) / accounts;

const ids = Array.from(shuffled(accounts), BigInt);
decideInTurn(decisions);
// Deciding waits for nothing, so its processor time is its time on a machine without other work.
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

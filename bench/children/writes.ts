import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Random } from '@petstore/testing/random.ts';
import type { Account } from '../../service/src/accounts/account.ts';
import { HOUR } from '../../service/src/core/clock.ts';
import type { Queries } from '../../service/src/database/database.ts';
import { openSqlite } from '../../service/src/database/sqlite/sqlite.ts';
import { changeOrder, placeOrder } from '../../service/src/orders/order-changes.ts';
import { lockOrder } from '../../service/src/orders/order-queries.ts';
import { changePet, createPet } from '../../service/src/pets/pet-changes.ts';
import { lockPet } from '../../service/src/pets/pet-queries.ts';
import type { WriteRate } from '../measurements/write-rate.ts';

// Prints how many writes a second the embedded store commits without HTTP, with as many at a time as there are clients.

/** As many as the connections of the scenario `operations`. */
const AT_A_TIME = 64;
/** The first account of a store of the bench. */
const ACCOUNT: Account = { id: 1n, name: 'bench', plan: 'business', role: 'manager', customQuota: undefined };
const CHANGE = { actor: { accountId: ACCOUNT.id, keyId: 1n }, at: Date.now(), today: '2026-11-21' };

const ADD = 'add a pet';
/** What a write does, all but the first to the pet or the order with an id. */
const WRITES: Record<string, (db: Queries, id: bigint) => Promise<unknown>> = {
  [ADD]: (db) =>
    createPet(db, { name: 'Łucja "Lu"', categoryId: 3n, status: 'available' }, ACCOUNT.id, CHANGE),
  'rename a pet': async (db, id) => {
    const { pet } = existing(await lockPet(db, id));
    return changePet(db, pet, { name: 'Rex' }, CHANGE);
  },
  'place an order': (db, petId) =>
    placeOrder(db, { account: ACCOUNT, newOrder: { petId }, holdMs: HOUR }, CHANGE),
  'cancel an order': async (db, id) =>
    changeOrder(db, existing(await lockOrder(db, id)), 'cancelled', CHANGE),
};

const [path = '', name = '', warmUpSeconds = '', seconds = ''] = process.argv.slice(2);
const write = existing(WRITES[name]);
const database = await openSqlite(path);
const ids = await idsInRandomOrder();

await writeFor(Number(warmUpSeconds));
const before = process.cpuUsage();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const { writes, tookSeconds } = await writeFor(Number(seconds));
delay.disable();
const { user, system } = process.cpuUsage(before);
await database.close();
const rate: WriteRate = {
  microsecondsOfCpu: (user + system) / writes,
  perSecond: writes / tookSeconds,
  delayP99Ms: delay.percentile(99) / 1e6,
};
console.log(JSON.stringify(rate));

async function writeFor(duration: number) {
  const began = performance.now();
  const tookMs = () => performance.now() - began;
  let writes = 0;
  const client = async () => {
    while (tookMs() < duration * 1000) {
      const id = name === ADD ? 0n : existing(ids.pop());
      await database.write((db) => write(db, id));
      writes += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, client));
  return { writes, tookSeconds: tookMs() / 1000 };
}

/** Returns the ids of all pets that can be ordered, or of all placed orders. Each is written once. */
async function idsInRandomOrder(): Promise<bigint[]> {
  const isOfOrders = name === 'cancel an order';
  const rows = await database.read
    .selectFrom(isOfOrders ? 'orders' : 'pets')
    .select('id')
    .where('status', '=', isOfOrders ? 'placed' : 'available')
    .execute();
  return Array.from(new Random(1).permutation(rows.length), (number) => existing(rows[number - 1]).id);
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error(`"${name}" needs more pets or orders, or is no write`);
  return value;
}

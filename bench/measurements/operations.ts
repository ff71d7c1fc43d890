import { bareHttp } from '../candidates/bare-http.ts';
import { oneAccount, petstore } from '../candidates/petstore.ts';
import { storeOfAccounts } from '../data/accounts.ts';
import { storeInUse } from '../data/store-in-use.ts';
import { fromEachAccount, ORDER_LOADS, READ_LOADS, WRITE_LOADS } from '../load/operations.ts';
import type { Measurement } from '../scenario.ts';
import { compare, type Rounds } from './throughput.ts';

interface Sizes extends Rounds {
  readonly pets: number;
  /** An order holds its pet, so placing and cancelling need more of them. */
  readonly petsToOrder: number;
  /** V8 takes longer to compile what runs less often. */
  readonly writeWarmUpSeconds: number;
  readonly accounts: ReadonlyArray<{ count: number; minRatio: number; warmUpSeconds: number }>;
}

/** Compares each operation with bare `node:http`, and many accounts with one. */
export const operations: Measurement<Sizes> = async (sizes, options) => {
  const sides = { candidate: petstore, baseline: bareHttp };
  const reads = { ...sides, loads: READ_LOADS, store: storeInUse(sizes.pets) };
  const writes = { ...sides, loads: WRITE_LOADS, store: storeInUse(sizes.pets) };
  const orders = { ...sides, loads: ORDER_LOADS, store: storeInUse(sizes.petsToOrder) };
  const forWrites = { ...sizes, warmUpSeconds: sizes.writeWarmUpSeconds };
  const results = await compare(reads, sizes, options);
  for (const each of [writes, orders]) results.push(...(await compare(each, forWrites, options)));
  for (const { count, minRatio, warmUpSeconds } of sizes.accounts) {
    const loads = [fromEachAccount(count, minRatio)];
    const comparison = { candidate: petstore, baseline: oneAccount, loads, store: storeOfAccounts(count) };
    results.push(...(await compare(comparison, { ...sizes, warmUpSeconds }, options)));
  }
  return results;
};

import { bareHttp } from '../candidates/bare-http.ts';
import { oneAccount, petstore } from '../candidates/petstore.ts';
import { storeOfAccounts } from '../data/accounts.ts';
import { storeInUse } from '../data/store-in-use.ts';
import { CATALOGUE_LOADS, fromEachAccount, ORDER_LOADS } from '../load/operations.ts';
import type { Measurement } from '../scenario.ts';
import { compare, type Rounds } from './throughput.ts';

interface Sizes extends Rounds {
  readonly pets: number;
  /** An order holds its pet, so placing and cancelling need more of them. */
  readonly petsToOrder: number;
  readonly accounts: ReadonlyArray<{ count: number; minRatio: number; warmUpSeconds: number }>;
}

/** Compares each operation with bare `node:http`, and many accounts with one. */
export const operations: Measurement<Sizes> = async (sizes, options) => {
  const sides = { candidate: petstore, baseline: bareHttp };
  const catalogue = { ...sides, loads: CATALOGUE_LOADS, store: storeInUse(sizes.pets) };
  const orders = { ...sides, loads: ORDER_LOADS, store: storeInUse(sizes.petsToOrder) };
  const results = [...(await compare(catalogue, sizes, options)), ...(await compare(orders, sizes, options))];
  for (const { count, minRatio, warmUpSeconds } of sizes.accounts) {
    const loads = [fromEachAccount(count, minRatio)];
    const comparison = { candidate: petstore, baseline: oneAccount, loads, store: storeOfAccounts(count) };
    results.push(...(await compare(comparison, { ...sizes, warmUpSeconds }, options)));
  }
  return results;
};

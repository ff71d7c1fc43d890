import { bareHttp } from '../candidates/bare-http.ts';
import { leastWork } from '../candidates/least-work.ts';
import { oneAccount, petstore } from '../candidates/petstore.ts';
import { storeOfAccounts } from '../data/accounts.ts';
import { storeInUse } from '../data/store-in-use.ts';
import { CONSTANT_LOADS, fromEachAccount, ORDER_LOADS, ROW_LOADS, WRITE_LOADS } from '../load/operations.ts';
import type { Result } from '../report.ts';
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

/** Compares constant responses with bare `node:http`, rows with the least work, and many accounts with one. */
export const operations: Measurement<Sizes> = async (sizes, options) => {
  const store = storeInUse(sizes.pets);
  const ofBareHttp = { candidate: petstore, baseline: bareHttp };
  const ofLeastWork = { candidate: petstore, baseline: leastWork };
  const reads = [
    { ...ofBareHttp, loads: CONSTANT_LOADS, store },
    { ...ofLeastWork, loads: ROW_LOADS, store },
  ];
  const writes = [
    { ...ofLeastWork, loads: WRITE_LOADS, store },
    { ...ofLeastWork, loads: ORDER_LOADS, store: storeInUse(sizes.petsToOrder) },
  ];
  const forWrites = { ...sizes, warmUpSeconds: sizes.writeWarmUpSeconds };
  const results: Result[] = [];
  for (const each of reads) results.push(...(await compare(each, sizes, options)));
  for (const each of writes) results.push(...(await compare(each, forWrites, options)));
  for (const { count, minRatio, warmUpSeconds } of sizes.accounts) {
    const loads = [fromEachAccount(count, minRatio)];
    const comparison = { candidate: petstore, baseline: oneAccount, loads, store: storeOfAccounts(count) };
    results.push(...(await compare(comparison, { ...sizes, warmUpSeconds }, options)));
  }
  return results;
};

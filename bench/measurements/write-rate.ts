import { storeInUse } from '../data/store-in-use.ts';
import { copyStore } from '../data/stores.ts';
import { jsonOf, startChild } from '../processes.ts';
import { type Result, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { inTurns, median } from '../statistics.ts';

const WRITES = ['add a pet', 'rename a pet', 'place an order', 'cancel an order'];

interface Sizes {
  readonly pets: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** Measures the writes of the embedded store without HTTP: the share of a request that no HTTP server can save. */
export const writeRate: Measurement<Sizes> = async ({ pets, rounds, seconds }) => {
  await using scope = new RunScope();
  const store = await storeInUse(pets)(scope);
  const results: Result[] = [];
  for (const name of WRITES) {
    const measure = async () => {
      await using round = new RunScope();
      const child = startChild(round, 'writes.ts', [await copyStore(round, store), name, `${seconds}`], {
        core: 'server',
      });
      return await jsonOf<Record<'microsecondsOfCpu' | 'perSecond', number>>(child);
    };
    const [measured = []] = await inTurns(rounds, [measure]);
    results.push({
      what: `${name}, without HTTP, processor time`,
      value: median(measured.map(({ microsecondsOfCpu }) => microsecondsOfCpu)),
      unit: 'us',
      figures: `${thousands(median(measured.map(({ perSecond }) => perSecond)))} a second`,
    });
  }
  return results;
};

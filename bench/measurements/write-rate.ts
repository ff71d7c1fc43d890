import { storeInUse } from '../data/store-in-use.ts';
import { copyStore } from '../data/stores.ts';
import { jsonOf, startChild } from '../processes.ts';
import { type Result, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { median } from '../statistics.ts';

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
    const measured = [];
    for (let round = 0; round < rounds; round += 1) {
      await using ofRound = new RunScope();
      const args = [await copyStore(ofRound, store), name, `${seconds}`];
      const child = startChild(ofRound, 'writes.ts', args, { core: 'server' });
      measured.push(await jsonOf<Record<'microsecondsOfCpu' | 'perSecond', number>>(child));
    }
    results.push({
      what: `${name}, without HTTP, processor time`,
      value: median(measured.map(({ microsecondsOfCpu }) => microsecondsOfCpu)),
      unit: 'us',
      figures: `${thousands(median(measured.map(({ perSecond }) => perSecond)))} a second`,
    });
  }
  return results;
};

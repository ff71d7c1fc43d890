import { seededStore } from '../data/seed.ts';
import { overloadLines } from '../overload/overload-lines.ts';
import { generatorPower } from '../overload/overload-power.ts';
import { climb, type Ladder } from '../overload/overload-run.ts';
import type { Row } from '../row.ts';

export const overload: Row = {
  name: 'overload',
  measure: async (sizes) => {
    const store = await seededStore(sizes.overload.pets);
    const power = await generatorPower(store, sizes);
    const ladders: Ladder[] = [];
    for (let round = 0; round < sizes.overload.rounds; round += 1) {
      ladders.push(await climb(store, sizes.overload.times, sizes));
    }
    return overloadLines(ladders, power);
  },
};

import { overloadLines } from '../overload-lines.ts';
import { generatorPower } from '../overload-power.ts';
import { climb, type Ladder } from '../overload-run.ts';
import type { Row } from '../row.ts';
import { seededStore } from '../seed.ts';

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

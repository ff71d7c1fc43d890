import { type Store, seededStore } from '../data/seed.ts';
import { get } from '../load/one-request.ts';
import { Child } from '../processes/processes.ts';
import { addressOf, startService } from '../processes/service-process.ts';
import { atMost, line } from '../report.ts';
import { alternate, median, medianDifference } from '../rounds.ts';
import type { Row } from '../row.ts';

export const start: Row = {
  name: 'start',
  measure: async (sizes) => {
    const store = await seededStore(sizes.pets);
    const rounds = await alternate(
      sizes.rounds.start,
      () => timeFirstAnswer(store),
      () => timeEmptyNode(),
    );
    const [subject, yardstick] = [median(rounds.subject), median(rounds.yardstick)];
    const figures = `${subject.toFixed(0)} against ${yardstick.toFixed(0)} ms, ${(subject / yardstick).toFixed(1)} times`;
    const what = 'start to first answer, more than node -e 0';
    return [line(what, medianDifference(rounds), atMost(300, ' ms'), figures, ' ms')];
  },
};

/** Milliseconds from the start of the process to the end of a page of pets. */
async function timeFirstAnswer(store: Store): Promise<number> {
  const begun = performance.now();
  const service = startService(store, undefined);
  try {
    const { status } = await get(`${await addressOf(service)}/v1/pets?limit=20`, store.key);
    const took = performance.now() - begun;
    if (status !== 200) throw new Error(`The first answer is ${status}`);
    return took;
  } finally {
    await service.stop();
  }
}

async function timeEmptyNode(): Promise<number> {
  const begun = performance.now();
  await new Child(process.execPath, ['-e', '0']).output();
  return performance.now() - begun;
}

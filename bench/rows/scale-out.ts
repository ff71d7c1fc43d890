import { type Store, seededStore } from '../data/seed.ts';
import { withEndings } from '../endings.ts';
import { sendWarmLoad } from '../load/load.ts';
import { FIRST_PAGE, NEW_PET, PETS } from '../load/requests.ts';
import { type Line, line, thousands } from '../report.ts';
import { inTurns, median, medianRatio } from '../rounds.ts';
import type { Row } from '../row.ts';
import type { Sizes } from '../sizes.ts';

const CONNECTIONS = 64;

export const scaleOut: Row = {
  name: 'scale-out',
  measure: async (sizes) => {
    // Loaded here: where a program is missing, those who look for it say so, which concerns no other row.
    const { distributedSides, embeddedSide } = await import('../scale-out/scale-out-sides.ts');
    const store = await seededStore(sizes.scaleOut.pets);
    return withEndings(async (endings) => {
      const others = await distributedSides(endings, store, sizes.profileFolder);
      const sides = [embeddedSide(store, sizes.profileFolder), ...others];
      const given = await inTurns(
        sizes.scaleOut.rounds,
        sides.map((side) => () => side.serve((url) => measure(url, store, sizes))),
      );
      const [yardstick = [], ...subjects] = given;
      return (['list', 'create'] as const).flatMap((what) =>
        subjects.map((subject, index) => ratioLine(what, others[index]?.name ?? '', subject, yardstick)),
      );
    });
  },
};

/** Requests a second. */
interface Throughput {
  readonly list: number;
  readonly create: number;
}

async function measure(url: string, { key }: Store, { scaleOut }: Sizes): Promise<Throughput> {
  const load = { key, connections: CONNECTIONS };
  const list = await sendWarmLoad({ ...load, url: `${url}${FIRST_PAGE}` }, scaleOut);
  const create = await sendWarmLoad({ ...load, url: `${url}${PETS}`, body: NEW_PET }, scaleOut);
  return { list: list.perSecond, create: create.perSecond };
}

const TITLES = { list: 'GET first page', create: 'POST a pet' };

function ratioLine(
  what: keyof Throughput,
  side: string,
  given: readonly Throughput[],
  embedded: readonly Throughput[],
): Line {
  const rounds = {
    subject: given.map((round) => round[what]),
    yardstick: embedded.map((round) => round[what]),
  };
  const figures = `${thousands(median(rounds.subject))} against ${thousands(median(rounds.yardstick))} requests/s`;
  return line(`${TITLES[what]}: ${side}`, medianRatio(rounds), undefined, figures);
}

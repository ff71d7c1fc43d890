import { type Store, seededStore } from '../data/seed.ts';
import { serveCopy, withCopy } from '../data/served-copy.ts';
import { sendLoad, sendWarmLoad } from '../load/load.ts';
import { FIRST_PAGE, NEW_PET, PETS } from '../load/requests.ts';
import { isNormal, SteadyLoad } from '../load/steady-load.ts';
import { numbersIn, startChild } from '../processes/processes.ts';
import { atLeast, type Line, line, thousands } from '../report.ts';
import { alternate, median, medianRatio, percentile } from '../rounds.ts';
import type { Row } from '../row.ts';
import type { Sizes } from '../sizes.ts';

const CONNECTIONS = 64;
/** Rare enough to take nothing from the writers. */
const READ_PAUSE_MS = 5;

export const create: Row = {
  name: 'create',
  measure: async (sizes) => {
    const store = await seededStore(sizes.create.pets);
    const { subject, yardstick } = await alternate(
      sizes.create.rounds,
      () => measureService(store, sizes),
      () => measureInserts(store, sizes),
    );
    return [
      throughputLine(subject, yardstick),
      readLine(
        subject.map(({ reads }) => reads),
        yardstick,
      ),
    ];
  },
};

interface Created {
  readonly perSecond: number;
  /** The milliseconds of pages that somebody else reads meanwhile. */
  readonly reads: readonly number[];
}

type Inserted = Record<'insertsPerSecond' | 'p50Ms' | 'p99Ms', number>;

function measureService(store: Store, { create: sizes, profileFolder }: Sizes): Promise<Created> {
  return serveCopy(store, { core: 'server', profileFolder }, async ({ url }) => {
    const { key } = store;
    const load = {
      url: `${url}${PETS}`,
      key,
      connections: CONNECTIONS,
      body: NEW_PET,
      core: 'load',
    } as const;
    const { perSecond } = await sendWarmLoad(load, sizes);
    const reader = new SteadyLoad([
      { url: `${url}${FIRST_PAGE}`, key, connections: 1, pauseMs: () => READ_PAUSE_MS },
    ]);
    await sendLoad({ ...load, seconds: sizes.loadSeconds }).finally(() => reader.stop());
    if (!reader.answers.every(isNormal)) throw new Error('Not every page could be read meanwhile');
    return { perSecond, reads: reader.answers.map(({ sentAt, endedAt }) => endedAt - sentAt) };
  });
}

/** On the same disk. */
function measureInserts(store: Store, { create: { warmUpSeconds, loadSeconds } }: Sizes): Promise<Inserted> {
  return withCopy(store, async (path) => {
    const args = [path, String(warmUpSeconds), String(loadSeconds)];
    const output = await startChild('insert-loop.ts', args, { core: 'server' }).output();
    return numbersIn(output, ['insertsPerSecond', 'p50Ms', 'p99Ms']);
  });
}

function throughputLine(created: readonly Created[], inserted: readonly Inserted[]): Line {
  const rounds = {
    subject: created.map(({ perSecond }) => perSecond),
    yardstick: inserted.map(({ insertsPerSecond }) => insertsPerSecond),
  };
  const figures = `${thousands(median(rounds.subject))} against ${thousands(median(rounds.yardstick))} pets/s`;
  const what = `POST by ${CONNECTIONS} connections against one insert a transaction`;
  return line(what, medianRatio(rounds), atLeast(1.5), figures);
}

function readLine(reads: ReadonlyArray<readonly number[]>, inserted: readonly Inserted[]): Line {
  const rounds = {
    subject: reads.map((round) => percentile(round, 0.99)),
    yardstick: inserted.map(({ p99Ms }) => p99Ms),
  };
  const p50Ms = median(reads.map((round) => percentile(round, 0.5)));
  const commit = `${median(inserted.map((round) => round.p50Ms)).toFixed(2)} and ${median(rounds.yardstick).toFixed(2)}`;
  const figures = `${p50Ms.toFixed(2)} and ${median(rounds.subject).toFixed(2)} against ${commit} ms, p50 and p99`;
  return line(
    'GET first page meanwhile, p99, against that of one insert',
    medianRatio(rounds),
    undefined,
    figures,
  );
}

import { withEndings } from '../endings.ts';
import { MeteredLoad } from '../load/metered-load.ts';
import { FIRST_PAGE, NEW_PET, PETS } from '../load/requests.ts';
import type { Sender } from '../load/steady-load.ts';
import { type Outage, watch } from '../outages/outage.ts';
import { admittedLine, outageLines } from '../outages/outage-lines.ts';
import type { Line } from '../report.ts';
import type { Row } from '../row.ts';
import type { Sizes } from '../sizes.ts';

const READERS = 24;
const WRITERS = 8;
/** The load is to show what clients see, not how much the machine bears. */
const PAUSE_MS = 50;
/** Beyond the calm and the absence: for using up the quota before, and for what follows the return. */
const METERED_MS = 3_000;

export const outages: Row = {
  name: 'outages',
  measure: async (sizes) => {
    // Loaded here: where a program is missing, those who look for it say so, which concerns no other row.
    const { missing, startPlace } = await import('../outages/outage-place.ts');
    if (missing !== false) {
      process.stderr.write(`outages are not measured: ${missing}\n`);
      return [];
    }
    return withEndings(async (endings) => measureOutages(await startPlace(endings), sizes));
  },
};

type Place = Awaited<ReturnType<typeof import('../outages/outage-place.ts').startPlace>>;

async function measureOutages(place: Place, { outages: sizes }: Sizes): Promise<Line[]> {
  const { valkey, postgres } = place;
  let sleeping: Promise<unknown> = Promise.resolve();
  const killed = { name: 'Valkey killed', begin: valkey.kill, end: valkey.start };
  const paused = {
    name: 'Valkey paused',
    begin: async () => {
      sleeping = valkey.admin.call('DEBUG', 'SLEEP', sizes.awayMs / 1000);
    },
    end: () => sleeping,
  };
  const stopped = { name: 'PostgreSQL stopped', begin: () => postgres.stop(), end: postgres.start };
  return [
    ...(await measureMetered(killed, place, sizes)),
    ...(await measureMetered(paused, place, sizes)),
    ...outageLines(stopped.name, await watch(stopped, sendersTo(place), place.serviceUrls, sizes)),
  ];
}

/** With an account whose quota of the minute was used up before. */
async function measureMetered(outage: Outage, place: Place, sizes: Sizes['outages']): Promise<Line[]> {
  const key = await place.meteredKey(outage.name, sizes.perMinute);
  const neededMs = sizes.awayMs + 2 * sizes.calmMs + METERED_MS;
  const metered = await MeteredLoad.start(`${place.url}${FIRST_PAGE}`, key, neededMs);
  try {
    const seen = await watch(outage, sendersTo(place), place.serviceUrls, sizes);
    const admitted = await metered.stop();
    return [...outageLines(outage.name, seen), admittedLine(outage.name, admitted, sizes.perMinute)];
  } finally {
    await metered.stop();
  }
}

function sendersTo({ url, key }: Place): Sender[] {
  const pauseMs = () => PAUSE_MS;
  return [
    { url: `${url}${FIRST_PAGE}`, key, connections: READERS, pauseMs },
    { url: `${url}${PETS}`, key, body: NEW_PET, connections: WRITERS, pauseMs },
  ];
}

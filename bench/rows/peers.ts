import { installedPeers } from '../alternatives/installed-peers.ts';
import { jsonServerSide, petstoreSide, prismSide, type Side } from '../alternatives/peer-sides.ts';
import { seededStore } from '../data/seed.ts';
import { sendWarmLoad } from '../load/load.ts';
import { get } from '../load/one-request.ts';
import { NEW_PET } from '../load/requests.ts';
import { type Line, line, thousands } from '../report.ts';
import { inTurns, median, medianRatio } from '../rounds.ts';
import type { Row } from '../row.ts';
import type { Sizes } from '../sizes.ts';

const CONNECTIONS = 64;

export const peers: Row = {
  name: 'peers',
  measure: async (sizes) => {
    const packages = await installedPeers().catch((error: unknown) => notInstalled(error));
    if (packages === undefined) return [];
    const store = await seededStore(sizes.peers.pets);
    const others = [jsonServerSide(store, packages), prismSide(packages)];
    const sides = [petstoreSide(store, sizes.profileFolder), ...others];
    const given = await inTurns(
      sizes.peers.rounds,
      sides.map((side) => () => measure(side, store.key, sizes)),
    );
    const [subject = [], ...yardsticks] = given;
    return (['list', 'create'] as const).flatMap((what) =>
      others.map((peer, index) => ratioLine(what, peer, subject, yardsticks[index] ?? [])),
    );
  },
};

/** Says why: the code of npm's error is enough. */
function notInstalled(error: unknown): undefined {
  const text = String(error);
  const why = /npm error (code \w+)/.exec(text)?.[1] ?? text;
  process.stderr.write(`peers are not measured, for npm cannot install them: ${why}\n`);
}

/** Requests a second. */
interface Throughput {
  readonly list: number;
  readonly create: number;
}

function measure(side: Side, key: string, { peers: sizes }: Sizes): Promise<Throughput> {
  return side.serve(async ({ firstPage, create }) => {
    const { status, body } = await get(firstPage, key);
    if (status !== 200) throw new Error(`${side.name} answers ${status} to ${firstPage}: ${body}`);
    const load = { key, connections: CONNECTIONS, core: 'load' } as const;
    const listed = await sendWarmLoad({ ...load, url: firstPage }, sizes);
    const created = await sendWarmLoad({ ...load, url: create, body: NEW_PET }, sizes);
    return { list: listed.perSecond, create: created.perSecond };
  });
}

const TITLES = { list: 'GET first page', create: 'POST a pet' };

function ratioLine(
  what: keyof Throughput,
  peer: Side,
  petstore: readonly Throughput[],
  given: readonly Throughput[],
): Line {
  const rounds = {
    subject: petstore.map((round) => round[what]),
    yardstick: given.map((round) => round[what]),
  };
  const figures = `${thousands(median(rounds.subject))} against ${thousands(median(rounds.yardstick))} requests/s`;
  return line(`${TITLES[what]} against ${peer.name}`, medianRatio(rounds), undefined, figures);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../candidates/petstore.ts';
import { copyStore, storeOfPets } from '../data/stores.ts';
import { FIRST_PAGE, writeRequests } from '../load/requests.ts';
import { type Durations, type LoadResult, requireWrk, sendLoad } from '../load/wrk.ts';
import type { Target } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { inTurns, median, medianRatio } from '../statistics.ts';

interface Sizes extends Durations {
  readonly pets: number;
  readonly rounds: number;
  readonly formsPerMinute: number;
}

const MINUTE_MS = 60_000;
/** A form is refused earlier than 3 seconds after it was shown. */
const FILLED_IN_MS = 3_100;

/** What a visitor types into the form as delivered. */
const TYPED = {
  name: 'Ana Bell',
  email: 'ana@mail.example',
  'answers.home': 'house',
  'answers.allowed': 'yes',
  'answers.people': 'Two adults and a child of nine years.',
  'answers.hours_alone': '2',
  'answers.reason': 'We miss our old dog, and one of us is always at home. '.repeat(8),
};

/** Measures what visitors who send forms, each from an address of its own, cost the list of the API. */
export const applicationFlood =
  (target: Target): Measurement<Sizes> =>
  async (sizes) => {
    requireWrk();
    const [alone = [], flooded = []] = await inTurns(sizes.rounds, [
      () => measure(sizes, 0),
      () => measure(sizes, sizes.formsPerMinute),
    ]);
    const p99 = (rounds: readonly Measured[]) => rounds.map(({ load }) => load.p99Ms);
    const p50 = (rounds: readonly Measured[]) => median(rounds.map(({ load }) => load.p50Ms));
    const ms = (rounds: readonly Measured[]) =>
      `${median(p99(rounds)).toFixed(2)} ms (p50 ${p50(rounds).toFixed(2)} ms)`;
    const stored = median(flooded.map(({ perMinute }) => perMinute));
    return [
      {
        what: `first page, one connection, while ${sizes.formsPerMinute} forms a minute are sent: p99`,
        value: medianRatio(p99(flooded), p99(alone)),
        target,
        figures: `${ms(flooded)} against ${ms(alone)}; ${stored.toFixed(0)} applications a minute were stored`,
      },
    ];
  };

interface Measured {
  readonly load: LoadResult;
  readonly perMinute: number;
}

async function measure(sizes: Sizes, formsPerMinute: number): Promise<Measured> {
  await using scope = new RunScope();
  const store = await storeOfPets(sizes.pets);
  const requestsFile = writeRequests(scope, [FIRST_PAGE], store.key);
  const env = { PUBLIC_PAGES: 'true', PUBLIC_URL: 'http://127.0.0.1', TRUST_PROXY: '127.0.0.1' };
  const { url } = await startService(scope, await copyStore(scope, store), { core: 'server', env });
  const load = { url, requestsFile, connections: 1, core: 'load' } as const;
  if (sizes.warmUpSeconds > 0) await sendLoad(load, sizes.warmUpSeconds);
  const visitors = new Visitors(url, await availablePet(url, store.key), formsPerMinute);
  if (formsPerMinute > 0) await sleep(FILLED_IN_MS);
  const before = visitors.stored;
  const measured = await sendLoad(load, sizes.seconds);
  const perMinute = ((visitors.stored - before) * 60) / sizes.seconds;
  await visitors.leave();
  return { load: measured, perMinute };
}

async function availablePet(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/v1/pets?status=available&limit=1`, { headers });
  const [pet] = (await response.json()) as ReadonlyArray<{ id: number }>;
  return pet?.id ?? Number.NaN;
}

/** Opens forms by schedule, and sends each one when a person could have filled it in. */
class Visitors {
  stored = 0;
  readonly #form: string;
  readonly #visits: Array<Promise<void>> = [];
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(url: string, petId: number, perMinute: number) {
    this.#form = `${url}/adopt/${petId}/apply`;
    if (perMinute > 0)
      this.#timer = setInterval(
        () => this.#visits.push(this.#visit(this.#visits.length)),
        MINUTE_MS / perMinute,
      );
  }

  async #visit(number: number): Promise<void> {
    const headers = { 'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` };
    const shown = await fetch(this.#form, { headers });
    const [, token = ''] = /name="token" value="([\w-]+)"/.exec(await shown.text()) ?? [];
    await sleep(FILLED_IN_MS);
    const body = new URLSearchParams({ ...TYPED, token });
    const sent = await fetch(this.#form, { method: 'POST', headers, body, redirect: 'manual' });
    await sent.arrayBuffer();
    if (sent.status !== 303) throw new Error(`a form was answered with ${sent.status}`);
    this.stored += 1;
  }

  /** @throws {Error} if a form was refused. */
  async leave(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#visits);
  }
}

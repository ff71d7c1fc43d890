import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import { applyFor } from '@petstore/testing/applications.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { fillYears, readsOfYears } from '@petstore/testing/queries/years.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { DAY, MINUTE } from '../../service/src/platform/core/clock.ts';
import type { Result } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope, temporaryFolder } from '../scope.ts';
import { inTurns, median, medianRatio } from '../statistics.ts';
import { watchTurns } from '../turns.ts';

/** As many animals belong to each account, in a large network and in a small one. */
const ANIMALS_OF_AN_ACCOUNT = 600;
const MIN_ACCOUNTS = 2;
/** What is less counts as this much. */
const LEAST_MS = 1;
const MAX_RATIO = 2;
const MAX_TURN_MS = 25;
const MAX_START_MS = 2_000;
const MAX_CLOSE_MS = 5_000;
const MIN_SHARE = 0.8;
const CLIENTS = 10;
const ROUNDS = 4;
/** One request in so many writes. */
const ONE_WRITE_OF = 10;
/** What returns or sums up more takes more. */
const LINEAR = /^\/v1\/(exports|reports)\//;
const PUBLIC = {
  PUBLIC_PAGES: 'true',
  PUBLIC_URL: 'https://pets.example',
  SHELTER_NAME: 'Riverside Shelter',
};
const PUBLIC_PATHS = [
  '/adopt',
  '/adopt?q=luna',
  '/adopt?sex=female',
  '/adopt.json',
  '/adopt/feed.xml',
  '/sitemap.xml',
];

interface Sizes {
  readonly animals: number;
  /** The store that it is compared with. */
  readonly fewAnimals: number;
  readonly runs: number;
  readonly seconds: number;
}

interface Side {
  readonly service: TestService;
  readonly keys: Readonly<Record<Who, string>>;
  readonly values: Readonly<Record<string, string>>;
  readonly startMs: number;
  readonly jobsTurnMs: number;
}

type Who = 'admin' | 'manager';

interface Read {
  readonly who: Who | 'visitor';
  readonly path: string;
}

/** Compares what a network of ten years does with what a small one does. */
export const years: Measurement<Sizes> = async ({ animals, fewAnimals, runs, seconds }) => {
  await using scope = new RunScope();
  const few = await open(scope, fewAnimals);
  const many = await open(scope, animals);
  const results: Result[] = [];
  const reads = await commonReads(few, many);
  const compared = [];
  for (const read of reads) compared.push({ ...read, ...(await compare(read, few, many, runs)) });
  for (const [group, members = []] of Object.entries(Object.groupBy(compared, groupOf))) {
    const [worst] = members.toSorted((one, other) => other.ratio - one.ratio);
    if (worst === undefined) continue;
    results.push({
      what: `GET ${group}: highest ratio of ${members.length}`,
      value: worst.ratio,
      target: LINEAR.test(`${group}/`) ? undefined : { max: MAX_RATIO },
      figures: `${worst.path} (${worst.who}): ${worst.figures}`,
    });
  }
  const bounded = compared.filter(({ path }) => !LINEAR.test(path));
  const [longest] = bounded.toSorted((one, other) => other.turnMs - one.turnMs);
  results.push({
    what: 'GET: longest turn of the event loop, processor time',
    value: longest?.turnMs ?? Number.NaN,
    unit: 'ms',
    target: { max: MAX_TURN_MS },
    figures: longest?.path ?? '',
  });
  for (const [what, write] of Object.entries(WRITES)) {
    const [slow, fast]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      fast.push(await timeOf(() => write(few)));
      slow.push(await timeOf(() => write(many)));
    }
    const { ratio: value, figures } = ratio(slow, fast);
    results.push({ what, value, target: { max: MAX_RATIO }, figures });
  }
  const [manyRates = [], fewRates = []] = await inTurns(
    ROUNDS,
    [many, few].map((side) => () => mixedRate(side, bounded, seconds / ROUNDS)),
  );
  results.push({
    what: `${CLIENTS} clients with nine tenths of reads: responses a second`,
    value: medianRatio(manyRates, fewRates),
    target: { min: MIN_SHARE },
    figures: `${median(manyRates).toFixed(0)} against ${median(fewRates).toFixed(0)}`,
  });
  results.push(
    { what: 'start', value: many.startMs, unit: 'ms', target: { max: MAX_START_MS } },
    {
      what: 'retention and the list of erasures: longest turn of the event loop, processor time',
      value: many.jobsTurnMs,
      unit: 'ms',
      target: { max: MAX_TURN_MS },
      figures: `${few.jobsTurnMs.toFixed(1)} ms with ${fewAnimals} animals`,
    },
  );
  const startedAt = performance.now();
  await many.service.close();
  results.push({
    what: 'end',
    value: performance.now() - startedAt,
    unit: 'ms',
    target: { max: MAX_CLOSE_MS },
  });
  return results;
};

async function open(scope: RunScope, animals: number): Promise<Side> {
  const accounts = Math.max(MIN_ACCOUNTS, Math.floor(animals / ANIMALS_OF_AN_ACCOUNT));
  const store = sqliteIn(temporaryFolder(scope));
  const [clock, env] = [new FakeClock(), PUBLIC];
  const filling = await startService(scope, { store, clock, env });
  const manager = await filling.account({ role: 'manager', ...UNLIMITED });
  const admin = await filling.account({ role: 'admin', ...UNLIMITED });
  for (let count = MIN_ACCOUNTS; count < accounts; count += 1) await filling.account();
  const person = await addPerson(filling, manager.key, { role: 'member' });
  await fillYears(filling.database, {
    rows: animals,
    owner: `${manager.id} + n % ${accounts}`,
    accountId: manager.id,
    personId: BigInt(person.id),
    now: clock.now(),
  });
  await filling.close();
  const startedAt = performance.now();
  const service = await startService(scope, { store, clock, env });
  const startMs = performance.now() - startedAt;
  const turns = watchTurns();
  await until(() => isTidy(service));
  clock.advance(MINUTE);
  await pause(1_000);
  const jobsTurnMs = turns.longest();
  // Of the manager, current, with an open application.
  const animal = `${accounts * 20}`;
  return {
    service,
    keys: { admin: admin.key, manager: manager.key },
    values: {
      petId: animal,
      orderId: animal,
      applicationId: animal,
      accountId: `${manager.id}`,
      personId: person.id,
    },
    startMs,
    jobsTurnMs,
  };
}

/** Returns true if what has expired is deleted. */
async function isTidy({ database, clock }: TestService): Promise<boolean> {
  const event = await database.read
    .selectFrom('events')
    .select('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const ended = await database.read
    .selectFrom('applications')
    .select('id')
    .where('erased_at', 'is', null)
    .where('ended_at', '<', BigInt(clock.now() - 181 * DAY))
    .limit(1)
    .executeTakeFirst();
  return ended === undefined && (event === undefined || Number(event.at) > clock.now() - 91 * DAY);
}

/** Returns the GETs of the API and of the public pages that both answer with 200. */
async function commonReads(few: Side, many: Side): Promise<Read[]> {
  const reads: Read[] = PUBLIC_PATHS.map((path) => ({ who: 'visitor', path }));
  for (const who of ['admin', 'manager'] as const)
    for (const path of new Set([...templates(), ...readsOfYears(BigInt(few.values.personId ?? ''))]))
      reads.push({ who, path });
  const answered = [];
  for (const read of reads) {
    const statuses = [(await send(few, read)).status, (await send(many, read)).status];
    if (statuses.every((status) => status === 200)) answered.push(read);
  }
  return answered;
}

function templates(): string[] {
  const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.keys(document.paths)
    .filter((path) => document.paths[path]?.get !== undefined)
    .map((path) => `/v1${path}`);
}

async function send({ service, keys, values }: Side, { who, path }: Read) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '1');
  return service.send(filled, who === 'visitor' ? {} : { key: keys[who] });
}

/** `/v1/pets` and the like. */
const groupOf = ({ path }: Read) => /^\/(?:v1\/)?[\w-]+/.exec(path)?.[0] ?? path;

async function compare(read: Read, few: Side, many: Side, runs: number) {
  const [times, turns]: [Record<'few' | 'many', number[]>, number[]] = [{ few: [], many: [] }, []];
  for (let run = 0; run < runs; run += 1) {
    // Otherwise the response is a cached one.
    for (const side of [few, many]) await rename(side);
    times.few.push(await timeOf(() => send(few, read)));
    const watched = watchTurns();
    times.many.push(await timeOf(() => send(many, read)));
    turns.push(watched.longest());
  }
  return { ...ratio(times.many, times.few), turnMs: median(turns) };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function ratio(many: readonly number[], few: readonly number[]) {
  const [slow, fast] = [median(many), median(few)];
  return {
    ratio: Math.max(slow, LEAST_MS) / Math.max(fast, LEAST_MS),
    figures: `${slow.toFixed(1)} against ${fast.toFixed(1)} ms`,
  };
}

/** Each changes the animals of the manager, and is done with one that is there. */
const WRITES: Record<string, (side: Side) => Promise<unknown>> = {
  'POST /v1/pets': addPet,
  'PATCH /v1/pets/{petId}': rename,
  'PATCH /v1/pets/{petId}/profile': (side) =>
    change(side, 'PATCH', '/v1/pets/{petId}/profile', { description: `Quiet ${Math.random()}` }),
  'POST /v1/pets/{petId}/movements': (side) =>
    change(side, 'POST', '/v1/pets/{petId}/movements', {
      type: 'foster',
      date: '2026-01-02',
      endDate: '2026-01-02',
    }),
  'POST /v1/applications': ({ service, keys, values }) =>
    applyFor(service, keys.manager, Number(values.petId), {
      name: 'Ana',
      email: `${randomUUID()}@example.org`,
    }),
  'POST /v1/store/orders of a new animal': async (side) => {
    const { json } = await addPet(side);
    await change(side, 'POST', '/v1/store/orders', { petId: Number(at(json, 'id')) });
  },
};

function rename(side: Side) {
  return change(side, 'PATCH', '/v1/pets/{petId}', { name: `Luna ${Math.random()}` });
}

function addPet(side: Side) {
  return change(side, 'POST', '/v1/pets', { name: 'Luna', categoryId: 1, status: 'available' });
}

async function change({ service, keys, values }: Side, method: string, path: string, body: object) {
  const filled = path.replaceAll('{petId}', values.petId ?? '');
  const response = await service.send(filled, { method, key: keys.manager, body });
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
  return response;
}

/** Returns the responses a second that clients get who read everything in turn, and write. */
async function mixedRate(side: Side, reads: readonly Read[], seconds: number): Promise<number> {
  const endsAt = performance.now() + seconds * 1_000;
  const writes = Object.values(WRITES).slice(0, 3);
  let sent = 0;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let turn = client; performance.now() < endsAt; turn += CLIENTS + 1) {
      const [write, read] = [writes[turn % writes.length], reads[turn % reads.length]];
      if (turn % ONE_WRITE_OF === 0) await write?.(side);
      else if (read !== undefined) await send(side, read);
      sent += 1;
    }
  });
  await Promise.all(clients);
  return sent / seconds;
}

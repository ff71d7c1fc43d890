import { PetstoreConnectionError, PetstoreError, PetstoreTimeoutError, type Wait } from '../../src/index.ts';
import { type Case, clockedClientOf, collect, failureOf, holds, type Stage, same } from './case.ts';
import { answeredBy, lostAnswer, lostRequest, network, unavailable } from './network.ts';
import { TestClock } from './test-clock.ts';

/** A client with a network that can fail and a clock that moves by itself. */
async function scene(stage: Stage, options: Parameters<typeof clockedClientOf>[2] = {}) {
  const clock = new TestClock(stage.advance);
  const way = network();
  const waits: Wait[] = [];
  const onWait = (wait: Wait) => {
    waits.push(wait);
  };
  const petstore = await clockedClientOf(stage, clock, { fetch: way.fetch, onWait, ...options });
  return { clock, way, waits, petstore };
}

const FRANK = { name: 'Frank', categoryId: 1n };

export const waiting: Case[] = [
  {
    name: 'calls beyond the quota of the minute wait for the next one and are all answered',
    run: async (stage) => {
      const { clock, way, waits, petstore } = await scene(stage, { terms: { perMinute: 10 } });
      await stage.nextMinute();
      const calls = Array.from({ length: 35 }, () => petstore.pets.page({ limit: 1 }));
      await clock.runUntil(Promise.all(calls));
      same(way.sent.length, 35, 'requests');
      holds(
        clock.now() > 120_000 && clock.now() <= 184_000,
        `it takes until the fourth minute: ${clock.now()}`,
      );
      const codes = waits.map(({ error }) => error instanceof PetstoreError && error.code);
      same([...new Set(codes)], ['rate_limit_exceeded']);
    },
  },
  {
    name: 'a call that meets a 429, because others use the account too, waits as long as it says',
    run: async (stage) => {
      const key = await stage.account({ perMinute: 5 });
      const [mine, theirs] = [await scene(stage, { apiKey: key }), await scene(stage, { apiKey: key })];
      await stage.nextMinute();
      await mine.clock.runUntil(mine.petstore.pets.page());
      for (let used = 0; used < 4; used += 1) await theirs.clock.runUntil(theirs.petstore.pets.page());
      await mine.clock.runUntil(mine.petstore.pets.page());
      same(mine.way.sent.length, 3, 'requests, one of them refused');
      holds((mine.waits[0]?.seconds ?? 0) >= 60, `it waits ${mine.waits[0]?.seconds} s`);
      holds((mine.waits[0]?.seconds ?? 0) <= 61, 'with a backoff on top of it');
    },
  },
  {
    name: 'with pace no request is refused, and what is left of the minute is spread evenly over it',
    run: async (stage) => {
      const { clock, waits, petstore, way } = await scene(stage, { pace: true, terms: { plan: 'free' } });
      await stage.nextMinute();
      const times: number[] = [];
      const calls = Array.from({ length: 130 }, () =>
        petstore.pets.page({ limit: 1 }).then(() => times.push(clock.now())),
      );
      await clock.runUntil(Promise.all(calls));
      same(way.sent.length, 130, 'requests');
      same(waits, [], 'waits for a refusal');
      const busiest = Math.max(
        ...times.map((from) => times.filter((at) => at >= from && at < from + 10_000).length),
      );
      holds(busiest <= 12, `at most ${busiest} in ten seconds`);
      holds((times.at(-1) ?? 0) <= 135_000, `the last after ${times.at(-1)} ms`);
    },
  },
  {
    name: 'with pace a single call goes at once',
    run: async (stage) => {
      const { clock, petstore } = await scene(stage, { pace: true, terms: { plan: 'free' } });
      await clock.runUntil(petstore.usage());
      await clock.runUntil(clock.wait(30_000));
      await clock.runUntil(petstore.usage());
      same(clock.now(), 30_000);
    },
  },
  {
    name: 'nothing is sent with a banned key before its ban ends, whoever calls',
    run: async (stage) => {
      const apiKey = await stage.account({ perMinute: 1 });
      await stage.nextMinute();
      await getBanned(stage, apiKey);
      const { clock, way, waits, petstore } = await scene(stage, { apiKey, retry: { seconds: 400 } });
      const first = petstore.pets.page();
      await clock.runUntil(clock.wait(1_000));
      same(way.sent.length, 1, 'requests, refused for the ban');
      const second = petstore.pets.page();
      await clock.runUntil(clock.wait(298_000));
      same(way.sent.length, 1, 'requests during the ban');
      await clock.runUntil(Promise.all([first, second]));
      same(way.sent.length, 3, 'requests');
      holds(
        waits.every(
          ({ error }) =>
            (error instanceof PetstoreError && error.code === 'api_key_banned') || clock.now() > 300_000,
        ),
        'why',
      );
    },
  },
  {
    name: 'who does not wait as long as a ban or a quota takes is refused at once, and nothing is sent',
    run: async (stage) => {
      const apiKey = await stage.account({ perMinute: 1 });
      await stage.nextMinute();
      await getBanned(stage, apiKey);
      const banned = await scene(stage, { apiKey, retry: { seconds: 60 } });
      const told = await failureOf(banned.clock.runUntil(banned.petstore.usage()), PetstoreError);
      const known = await failureOf(banned.clock.runUntil(banned.petstore.usage()), PetstoreError);
      same(
        [told.code, told.status, known.code, known.status],
        ['api_key_banned', 429, 'api_key_banned', 429],
      );
      same([known.message, known.requestId], [told.message, undefined]);
      holds((known.retryAfter ?? 0) > 290, `retryAfter ${known.retryAfter}`);
      same(banned.way.sent.length, 1, 'requests');

      const used = await scene(stage, { retry: { seconds: 60 }, terms: { perMinute: 10, perDay: 2 } });
      for (const _ of [1, 2]) await used.clock.runUntil(used.petstore.usage());
      const error = await failureOf(used.clock.runUntil(used.petstore.usage()), PetstoreError);
      holds(/2 requests per day is used up/.test(error.message), error.message);
      same([error.code, error.requestId, used.way.sent.length], ['rate_limit_exceeded', undefined, 2]);
    },
  },
  {
    name: 'a service that is away for a while is waited for, longer each time and never for more than it says and a backoff',
    run: async (stage) => {
      const { clock, way, waits, petstore } = await scene(stage);
      way.meet(unavailable(3), lostRequest, answeredBy(502), unavailable(1));
      await clock.runUntil(petstore.usage());
      same(way.sent.length, 5, 'requests');
      const bounds = [
        [3, 4],
        [0, 1],
        [0, 2],
        [1, 5],
      ] as const;
      for (const [index, [least, most]] of bounds.entries()) {
        const seconds = waits[index]?.seconds ?? -1;
        holds(seconds >= least && seconds <= most, `wait ${index} is ${seconds} s, of ${least} to ${most}`);
      }
    },
  },
  {
    name: 'a proxy that answers for the service is waited for as it says, and lets nothing else through meanwhile',
    run: async (stage) => {
      const { clock, way, waits, petstore } = await scene(stage);
      const damaged = { 'content-type': 'application/json', 'retry-after': '4' };
      way.meet(answeredBy(503, damaged, ''), answeredBy(429, { 'retry-after': '9' }));
      await clock.runUntil(petstore.usage());
      holds((waits[0]?.seconds ?? 0) >= 4, `${waits[0]?.seconds} s although the body is damaged`);
      holds((waits[1]?.seconds ?? 0) >= 9, `${waits[1]?.seconds} s`);
      way.meet(answeredBy(429, { 'retry-after': '50' }));
      const first = petstore.usage();
      await clock.runUntil(clock.wait(1_000));
      const others = [petstore.usage(), petstore.usage()];
      await clock.runUntil(clock.wait(48_000));
      same(way.sent.length, 4, 'requests before the proxy lets them through');
      await clock.runUntil(Promise.all([first, ...others]));
    },
  },
  {
    name: 'until an answer tells the quota one request goes at a time with pace, and never more than six',
    run: async (stage) => {
      for (const { pace, most } of [
        { pace: true, most: 1 },
        { pace: false, most: 6 },
      ]) {
        const { clock, way, petstore } = await scene(stage, { pace });
        let busiest = 0;
        let underWay = 0;
        const untold = Array.from({ length: 20 }, () => async () => {
          underWay += 1;
          busiest = Math.max(busiest, underWay);
          await Promise.resolve();
          underWay -= 1;
          return answeredBy(502)(() => Promise.reject());
        });
        way.meet(...untold);
        await clock.runUntil(Promise.all(Array.from({ length: 30 }, () => petstore.usage())));
        same(busiest, most, 'requests at once');
      }
    },
  },
  {
    name: 'a change that may have been done does not end as one that was refused or not sent',
    run: async (stage) => {
      const { clock, way, petstore } = await scene(stage, {
        retry: { seconds: 60 },
        terms: { perMinute: 50, perDay: 2 },
      });
      way.meet(lostAnswer);
      const adding = petstore.pets.create({ name: 'unclear', categoryId: 203n });
      await petstore.usage();
      await failureOf(clock.runUntil(adding), PetstoreConnectionError);

      const other = await scene(stage);
      const mine = await other.petstore.pets.create({ ...FRANK, status: 'available' });
      const { id } = await other.petstore.orders.place({ petId: mine.id });
      other.way.meet(lostAnswer, async (send) => {
        await other.petstore.orders.change(id, { status: 'completed' });
        return send();
      });
      const approving = other.petstore.orders.change(id, { status: 'approved' });
      await failureOf(other.clock.runUntil(approving), PetstoreConnectionError);
      other.way.meet(lostAnswer);
      const wrong = other.petstore.pets.create({ name: '', categoryId: 1n });
      same((await failureOf(other.clock.runUntil(wrong), PetstoreError)).code, 'invalid_body');
    },
  },
  {
    name: 'a call that cannot be sent, because others are not answered, gives up when its time is over',
    run: async (stage) => {
      const clock = new TestClock(stage.advance);
      const silent: typeof fetch = (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error('cut off'))),
        );
      const options = { clock, fetch: silent, timeoutSeconds: 30, retry: { seconds: 40 } };
      const { usage } = await clockedClientOf(stage, clock, options).then((petstore) => ({
        usage: () => petstore.usage(),
      }));
      const calls = Array.from({ length: 20 }, () => failureOf(usage(), PetstoreTimeoutError));
      const messages = (await clock.runUntil(Promise.all(calls))).map(({ message }) => message);
      holds(clock.now() <= 75_000, `all ended after ${clock.now()} ms`);
      holds(
        messages.some((message) => message.startsWith('Not sent within 40 s')),
        messages.join(),
      );
    },
  },
  {
    name: 'a call gives up after its attempts, with the last error',
    run: async (stage) => {
      const { clock, way, petstore } = await scene(stage, { retry: { attempts: 3 } });
      way.meet(lostRequest, lostRequest, unavailable(1), lostRequest);
      const error = await failureOf(clock.runUntil(petstore.usage()), PetstoreError);
      same([error.code, error.retryAfter, way.sent.length], ['service_unavailable', 1, 3]);
    },
  },
  {
    name: 'a call gives up when the next attempt would come too late',
    run: async (stage) => {
      const { clock, way, petstore } = await scene(stage, { retry: { seconds: 10 } });
      way.meet(unavailable(11));
      await failureOf(clock.runUntil(petstore.usage()), PetstoreError);
      same([way.sent.length, clock.now()], [1, 0]);
    },
  },
  {
    name: 'what waiting cannot mend is not sent again',
    run: async (stage) => {
      const { clock, way, petstore } = await scene(stage, { terms: { role: 'reader' } });
      const error = await failureOf(clock.runUntil(petstore.pets.create(FRANK)), PetstoreError);
      same([error.code, way.sent.length], ['insufficient_role', 1]);
    },
  },
  {
    name: 'an addition whose answer is lost is sent again under one key and done once',
    run: async (stage) => {
      const { clock, way, petstore } = await scene(stage);
      way.meet(lostAnswer, lostAnswer, lostRequest);
      const pet = await clock.runUntil(petstore.pets.create({ name: 'once', categoryId: 201n }));
      same(await collect(petstore.pets.list({ categoryId: 201n })), [pet]);
      const keys = way.sent.filter(({ method }) => method === 'POST').map(({ key }) => key);
      same([keys.length, new Set(keys).size], [4, 1]);
      await clock.runUntil(petstore.pets.create({ name: 'once more', categoryId: 201n }));
      same(new Set(way.sent.map(({ key }) => key)).size, 3, 'keys, one of them none');
    },
  },
  {
    name: 'an addition with a key of the caller is done once, whoever sends it again',
    run: async (stage) => {
      const apiKey = await stage.account();
      const [before, after] = [await scene(stage, { apiKey }), await scene(stage, { apiKey })];
      const pet = { name: 'crash', categoryId: 202n };
      const first = await before.petstore.pets.create(pet, { idempotencyKey: 'row 17' });
      same(await after.petstore.pets.create(pet, { idempotencyKey: 'row 17' }), first);
    },
  },
  {
    name: 'a removal and an approval whose answers are lost count as done',
    run: async (stage) => {
      const { clock, way, petstore } = await scene(stage);
      const { id } = await petstore.pets.create({ ...FRANK, status: 'available' });
      const order = await petstore.orders.place({ petId: id });
      way.meet(lostAnswer);
      same(
        (await clock.runUntil(petstore.orders.change(order.id, { status: 'approved' }))).status,
        'approved',
      );
      await petstore.orders.change(order.id, { status: 'cancelled' });
      way.meet(lostAnswer);
      await clock.runUntil(petstore.pets.remove(id));
      const error = await failureOf(petstore.pets.remove(id), PetstoreError);
      same(error.code, 'pet_not_found', 'what a removal is told whose answers all came');
    },
  },
  {
    name: 'where nobody answers, the last error is a lost connection that names the service',
    run: async (stage) => {
      const { clock, way, petstore } = await scene(stage, { retry: { attempts: 2 } });
      way.meet(lostRequest, lostRequest);
      const error = await failureOf(clock.runUntil(petstore.usage()), PetstoreConnectionError);
      same(error.message, `No answer from ${new URL(stage.url).origin}: connection lost.`);
    },
  },
];

/** Sends requests after a 429, more than a second after the first, until the key is banned. */
async function getBanned(stage: Stage, key: string): Promise<void> {
  const get = () => fetch(`${stage.url}/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
  await get();
  await get();
  await stage.advance(1_100);
  for (let strikes = 0; strikes < 60; strikes += 1) {
    if ((await (await get()).text()).includes('api_key_banned')) return;
  }
  throw new Error('the key is not banned');
}

import { PetstoreError } from '../../src/index.ts';
import { type Case, failureOf, holds, type Stage, same } from './case.ts';
import { answeredBy } from './network.ts';
import { scene } from './scene.ts';

/** How a client keeps its quota. */
export const quotaWaits: Case[] = [
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

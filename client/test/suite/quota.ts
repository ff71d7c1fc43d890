import { PetstoreError } from '../../src/index.ts';
import { equal, ok, rejects } from './harness/assertions.ts';
import { respondWith } from './harness/faulty-network.ts';
import { simulatedClient } from './harness/simulated-client.ts';
import type { TestCase, TestEnvironment } from './harness/test-case.ts';

export const quota: TestCase[] = [
  {
    name: 'delays calls beyond the quota of the minute until the next minute, and completes all',
    run: async (environment) => {
      const { clock, network, waits, petstore } = await simulatedClient(environment, {
        terms: { perMinute: 10 },
      });
      await environment.nextMinute();
      const calls = Array.from({ length: 35 }, () => petstore.pets.page({ limit: 1 }));
      await clock.runUntil(Promise.all(calls));
      equal(network.sent.length, 35, 'requests');
      ok(clock.now() > 120_000 && clock.now() <= 184_000, `ended in the fourth minute: ${clock.now()} ms`);
      const codes = waits.map(({ error }) => error instanceof PetstoreError && error.code);
      equal([...new Set(codes)], ['rate_limit_exceeded']);
    },
  },
  {
    name: 'waits for Retry-After when others have used up the quota (429)',
    run: async (environment) => {
      const key = await environment.account({ perMinute: 5 });
      const [own, other] = [
        await simulatedClient(environment, { apiKey: key }),
        await simulatedClient(environment, { apiKey: key }),
      ];
      await environment.nextMinute();
      await own.clock.runUntil(own.petstore.pets.page());
      for (let used = 0; used < 4; used += 1) await other.clock.runUntil(other.petstore.pets.page());
      await own.clock.runUntil(own.petstore.pets.page());
      equal(own.network.sent.length, 3, 'requests, one of them rejected');
      ok((own.waits[0]?.seconds ?? 0) >= 60, `it waits ${own.waits[0]?.seconds} s`);
      ok((own.waits[0]?.seconds ?? 0) <= 61, 'it adds at most 1 s of backoff');
    },
  },
  {
    name: 'with pace, spreads requests evenly over the minute and meets no 429',
    run: async (environment) => {
      const { clock, waits, petstore, network } = await simulatedClient(environment, {
        pace: true,
        terms: { plan: 'free' },
      });
      await environment.nextMinute();
      const times: number[] = [];
      const calls = Array.from({ length: 130 }, () =>
        petstore.pets.page({ limit: 1 }).then(() => times.push(clock.now())),
      );
      await clock.runUntil(Promise.all(calls));
      equal(network.sent.length, 130, 'requests');
      equal(waits, [], 'reported waits');
      const busiest = Math.max(
        ...times.map((from) => times.filter((at) => at >= from && at < from + 10_000).length),
      );
      ok(busiest <= 12, `${busiest} requests within 10 s`);
      ok((times.at(-1) ?? 0) <= 135_000, `the last after ${times.at(-1)} ms`);
    },
  },
  {
    name: 'with pace, sends a single call immediately',
    run: async (environment) => {
      const { clock, petstore } = await simulatedClient(environment, { pace: true, terms: { plan: 'free' } });
      await clock.runUntil(petstore.usage());
      await clock.runUntil(clock.wait(30_000));
      await clock.runUntil(petstore.usage());
      equal(clock.now(), 30_000);
    },
  },
  {
    name: 'sends nothing for any call until the ban of its key ends',
    run: async (environment) => {
      const apiKey = await environment.account({ perMinute: 1 });
      await environment.nextMinute();
      await getBanned(environment, apiKey);
      const { clock, network, waits, petstore } = await simulatedClient(environment, {
        apiKey,
        retry: { seconds: 400 },
      });
      const first = petstore.pets.page();
      await clock.runUntil(clock.wait(1_000));
      equal(network.sent.length, 1, 'requests, rejected because of the ban');
      const second = petstore.pets.page();
      await clock.runUntil(clock.wait(298_000));
      equal(network.sent.length, 1, 'requests during the ban');
      await clock.runUntil(Promise.all([first, second]));
      equal(network.sent.length, 3, 'requests');
      ok(
        waits.every(
          ({ error }) =>
            (error instanceof PetstoreError && error.code === 'api_key_banned') || clock.now() > 300_000,
        ),
        'reported errors',
      );
    },
  },
  {
    name: 'rejects a call immediately, without sending it, if a ban or the quota outlasts its time',
    run: async (environment) => {
      const apiKey = await environment.account({ perMinute: 1 });
      await environment.nextMinute();
      await getBanned(environment, apiKey);
      const banned = await simulatedClient(environment, { apiKey, retry: { seconds: 60 } });
      const sent = await rejects(banned.clock.runUntil(banned.petstore.usage()), PetstoreError);
      const unsent = await rejects(banned.clock.runUntil(banned.petstore.usage()), PetstoreError);
      equal(
        [sent.code, sent.status, unsent.code, unsent.status],
        ['api_key_banned', 429, 'api_key_banned', 429],
      );
      equal([unsent.message, unsent.requestId], [sent.message, undefined]);
      ok((unsent.retryAfter ?? 0) > 290, `retryAfter ${unsent.retryAfter}`);
      equal(banned.network.sent.length, 1, 'requests');

      const used = await simulatedClient(environment, {
        retry: { seconds: 60 },
        terms: { perMinute: 10, perDay: 2 },
      });
      for (const _ of [1, 2]) await used.clock.runUntil(used.petstore.usage());
      const error = await rejects(used.clock.runUntil(used.petstore.usage()), PetstoreError);
      ok(/2 requests per day is used up/.test(error.message), error.message);
      equal([error.code, error.requestId, used.network.sent.length], ['rate_limit_exceeded', undefined, 2]);
    },
  },
  {
    name: 'limits concurrent requests to six; with pace, to one until the quota is known',
    run: async (environment) => {
      for (const { pace, max } of [
        { pace: true, max: 1 },
        { pace: false, max: 6 },
      ]) {
        const { clock, network, petstore } = await simulatedClient(environment, { pace });
        let busiest = 0;
        let inFlight = 0;
        const withoutQuota = Array.from({ length: 20 }, () => async () => {
          inFlight += 1;
          busiest = Math.max(busiest, inFlight);
          await Promise.resolve();
          inFlight -= 1;
          return respondWith(502)(() => Promise.reject());
        });
        network.inject(...withoutQuota);
        await clock.runUntil(Promise.all(Array.from({ length: 30 }, () => petstore.usage())));
        equal(busiest, max, 'concurrent requests');
      }
    },
  },
];

/** Gets the key banned: a 429, a pause of more than a second, then further requests. */
async function getBanned(environment: TestEnvironment, key: string): Promise<void> {
  const get = () => fetch(`${environment.url}/v1/pets`, { headers: { authorization: `Bearer ${key}` } });
  await get();
  await get();
  await environment.advance(1_100);
  for (let strikes = 0; strikes < 60; strikes += 1) {
    if ((await (await get()).text()).includes('api_key_banned')) return;
  }
  throw new Error('the key is not banned');
}

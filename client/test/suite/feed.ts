import { type Event, PetstoreError } from '../../src/index.ts';
import { equal, ok, rejects } from './harness/assertions.ts';
import { simulatedClient } from './harness/simulated-client.ts';
import { collect, createClient, createClockedClient, type TestCase } from './harness/test-case.ts';
import { TestClock } from './harness/test-clock.ts';

/** Returns the names of the animals in the next events. */
async function names(events: AsyncGenerator<Event>, count: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const { value } = await events.next();
    found.push(value?.pet?.name ?? 'none');
  }
  return found;
}

export const feed: TestCase[] = [
  {
    name: 'follow yields each later event once and in order, also after long pauses',
    run: async (environment) => {
      const { clock, petstore } = await simulatedClient(environment, { terms: { role: 'manager' } });
      const { pets, events } = petstore;
      await pets.create({ name: 'before', categoryId: 1n });
      const { next } = await events.page({ after: 'latest' });
      const feed = events.follow({ after: next, limit: 2, everySeconds: 10 });
      for (const name of ['a', 'b', 'c']) await pets.create({ name, categoryId: 1n });
      equal(await clock.runUntil(names(feed, 3)), ['a', 'b', 'c']);
      const later = names(feed, 2);
      const changes = async () => {
        for (const wait of [25_000, 3_000]) {
          await clock.wait(wait);
          await pets.create({ name: `after ${wait}`, categoryId: 1n });
        }
      };
      await clock.runUntil(changes());
      equal(await clock.runUntil(later), ['after 25000', 'after 3000']);
      ok(clock.waits.includes(10_000), 'it waits between two requests at the end of the feed');
    },
  },
  {
    name: 'follow ends without an error when its signal is aborted, while it waits and during a request',
    run: async (environment) => {
      const { clock, petstore } = await simulatedClient(environment);
      const { pets, events } = petstore;
      const { next } = await events.page({ after: 'latest' });
      const waiting = new AbortController();
      const whileWaiting = collect(events.follow({ after: next, signal: waiting.signal, everySeconds: 60 }));
      await clock.runUntil(clock.wait(150_000));
      waiting.abort();
      equal(await clock.runUntil(whileWaiting), []);

      const requesting = new AbortController();
      const whileRequesting = collect(events.follow({ after: next, signal: requesting.signal }));
      requesting.abort();
      equal(await clock.runUntil(whileRequesting), []);

      await pets.create({ name: 'a', categoryId: 1n });
      await pets.create({ name: 'b', categoryId: 1n });
      const first = new AbortController();
      const seen = [];
      for await (const event of events.follow({ after: next, signal: first.signal })) {
        seen.push(event.pet?.name);
        first.abort();
      }
      equal(seen, ['a']);
    },
  },
  {
    name: 'follow continues after the service was unreachable for longer than retry.seconds',
    run: async (environment) => {
      const clock = new TestClock(environment.advance);
      let isUnreachable = false;
      const { pets, events } = await createClockedClient(environment, clock, {
        retry: { attempts: 2, seconds: 5 },
        fetch: (input, init) =>
          isUnreachable ? Promise.reject(new TypeError('unreachable')) : fetch(input, init),
      });
      const { next } = await events.page({ after: 'latest' });
      await pets.create({ name: 'a', categoryId: 1n });
      const feed = events.follow({ after: next, everySeconds: 10 });
      equal(await clock.runUntil(names(feed, 1)), ['a']);
      isUnreachable = true;
      const later = names(feed, 1);
      await clock.runUntil(clock.wait(3_600_000));
      isUnreachable = false;
      await clock.runUntil(pets.create({ name: 'b', categoryId: 1n }));
      equal(await clock.runUntil(later), ['b']);
    },
  },
  {
    name: 'follow uses no more quota for a busy feed than for an idle one',
    run: async (environment) => {
      const terms = { plan: 'free', role: 'manager' } as const;
      const { clock, network, petstore } = await simulatedClient(environment, { terms });
      const { pets } = await createClockedClient(environment, clock);
      const end = new AbortController();
      const feed = collect(petstore.events.follow({ after: 'latest', signal: end.signal }));
      for (let minutes = 0; minutes < 180; minutes += 3) {
        await clock.runUntil(pets.create({ name: 'new', categoryId: 1n }));
        await clock.runUntil(clock.wait(180_000));
      }
      end.abort();
      equal((await feed).length >= 50, true, 'it yields the events');
      const requests = network.sent.length;
      ok(requests > 40 && requests <= 66, `${requests} requests in three hours`);
    },
  },
  {
    name: 'follow uses at most half of each quota',
    run: async (environment) => {
      const { clock, network, petstore } = await simulatedClient(environment, { terms: { plan: 'free' } });
      const end = new AbortController();
      const feed = collect(petstore.events.follow({ after: 'latest', signal: end.signal }));
      await clock.runUntil(clock.wait(6 * 3_600_000));
      end.abort();
      await feed;
      const requests = network.sent.length;
      ok(requests > 100 && requests <= 127, `${requests} requests in six hours`);
    },
  },
  {
    name: 'pages yields pages, and marks the one at the end of the feed',
    run: async (environment) => {
      const { clock, petstore } = await simulatedClient(environment, { terms: { role: 'manager' } });
      const { pets, events } = petstore;
      const { next } = await events.page({ after: 'latest' });
      for (const name of ['a', 'b', 'c']) await pets.create({ name, categoryId: 1n });
      const pages = events.pages({ after: next, limit: 2 });
      const seen = [];
      for (const _ of [1, 2, 3]) {
        const { value } = await clock.runUntil(pages.next());
        seen.push([value?.items.map(({ pet }) => pet?.name), value?.isHead]);
      }
      equal(seen, [
        [['a', 'b'], false],
        [['c'], false],
        [[], true],
      ]);
    },
  },
  {
    name: 'pages yields the events of one animal and its orders, and waits while others change',
    run: async (environment) => {
      const { clock, petstore } = await simulatedClient(environment, { terms: { role: 'manager' } });
      const { pets, orders, events } = petstore;
      const { id } = await pets.create({ name: 'Olive', categoryId: 1n, status: 'available' });
      await pets.create({ name: 'Bruno', categoryId: 1n });
      await orders.place({ petId: id });
      const { items } = await events.page({ petId: id });
      equal(items.map(({ type }) => type).sort(), ['order.placed', 'pet.created', 'pet.updated']);
      const pages = events.pages({ petId: id, after: items[0]?.id });
      equal((await clock.runUntil(pages.next())).value?.isHead, true);
      const next = pages.next();
      await pets.create({ name: 'Coco', categoryId: 1n });
      await pets.change(id, { name: 'Oliver' });
      const page = (await clock.runUntil(next)).value;
      equal(
        page?.items.map(({ pet }) => pet?.name),
        ['Oliver'],
      );
      ok(clock.now() >= 5_000, 'it waits at the end of the feed of its animal');
    },
  },
  {
    name: 'follow throws events_expired for a position that is not kept',
    run: async (environment) => {
      const { events } = await createClient(environment);
      const error = await rejects(collect(events.follow({ after: 2n ** 62n })), PetstoreError);
      equal(error.code, 'events_expired');
    },
  },
];

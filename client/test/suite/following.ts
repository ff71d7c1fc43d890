import { type Event, PetstoreError } from '../../src/index.ts';
import { type Case, clientOf, clockedClientOf, collect, failureOf, holds, same } from './case.ts';
import { TestClock } from './test-clock.ts';

/** The names of the next so many animals that the feed tells of. */
async function names(events: AsyncGenerator<Event>, count: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const { value } = await events.next();
    found.push(value?.pet?.name ?? 'none');
  }
  return found;
}

export const following: Case[] = [
  {
    name: 'who follows from the head sees each later change once and in order, however long nothing happens',
    run: async (stage) => {
      const clock = new TestClock(stage.advance);
      const { pets, events } = await clockedClientOf(stage, clock, { terms: { role: 'manager' } });
      await pets.create({ name: 'before', categoryId: 1n });
      const { next } = await events.page({ after: 'latest' });
      const feed = events.follow({ after: next, limit: 2, everySeconds: 10 });
      for (const name of ['a', 'b', 'c']) await pets.create({ name, categoryId: 1n });
      same(await clock.runUntil(names(feed, 3)), ['a', 'b', 'c']);
      const later = names(feed, 2);
      const changes = async () => {
        for (const wait of [25_000, 3_000]) {
          await clock.wait(wait);
          await pets.create({ name: `after ${wait}`, categoryId: 1n });
        }
      };
      await clock.runUntil(changes());
      same(await clock.runUntil(later), ['after 25000', 'after 3000']);
      holds(clock.waits.includes(10_000), 'it rests between two requests at the head');
    },
  },
  {
    name: 'a follower ends without an error when its signal is aborted, while it waits and while it asks',
    run: async (stage) => {
      const clock = new TestClock(stage.advance);
      const { pets, events } = await clockedClientOf(stage, clock);
      const { next } = await events.page({ after: 'latest' });
      const waiting = new AbortController();
      const rest = collect(events.follow({ after: next, signal: waiting.signal, everySeconds: 60 }));
      await clock.runUntil(clock.wait(150_000));
      waiting.abort();
      same(await clock.runUntil(rest), []);

      const asking = new AbortController();
      const asked = collect(events.follow({ after: next, signal: asking.signal }));
      asking.abort();
      same(await clock.runUntil(asked), []);

      await pets.create({ name: 'a', categoryId: 1n });
      await pets.create({ name: 'b', categoryId: 1n });
      const first = new AbortController();
      const seen = [];
      for await (const event of events.follow({ after: next, signal: first.signal })) {
        seen.push(event.pet?.name);
        first.abort();
      }
      same(seen, ['a']);
    },
  },
  {
    name: 'a follower outlasts a service that is away for longer than a call would try',
    run: async (stage) => {
      const clock = new TestClock(stage.advance);
      let isAway = false;
      const { pets, events } = await clockedClientOf(stage, clock, {
        retry: { attempts: 2, seconds: 5 },
        fetch: (input, init) => (isAway ? Promise.reject(new TypeError('away')) : fetch(input, init)),
      });
      const { next } = await events.page({ after: 'latest' });
      await pets.create({ name: 'a', categoryId: 1n });
      const feed = events.follow({ after: next, everySeconds: 10 });
      same(await clock.runUntil(names(feed, 1)), ['a']);
      isAway = true;
      const later = names(feed, 1);
      await clock.runUntil(clock.wait(3_600_000));
      isAway = false;
      await clock.runUntil(pets.create({ name: 'b', categoryId: 1n }));
      same(await clock.runUntil(later), ['b']);
    },
  },
  {
    name: 'a busy feed takes no more of the quota than a silent one',
    run: async (stage) => {
      const clock = new TestClock(stage.advance);
      let requests = 0;
      const { events } = await clockedClientOf(stage, clock, {
        terms: { plan: 'free', role: 'manager' },
        fetch: (input, init) => {
          requests += 1;
          return fetch(input, init);
        },
      });
      const { pets } = await clockedClientOf(stage, clock);
      const end = new AbortController();
      const feed = collect(events.follow({ after: 'latest', signal: end.signal }));
      for (let minutes = 0; minutes < 180; minutes += 3) {
        await clock.runUntil(pets.create({ name: 'news', categoryId: 1n }));
        await clock.runUntil(clock.wait(180_000));
      }
      end.abort();
      same((await feed).length >= 50, true, 'it is told of them');
      holds(requests > 40 && requests <= 66, `${requests} requests in three hours`);
    },
  },
  {
    name: 'following around the clock takes at most half of each quota',
    run: async (stage) => {
      const clock = new TestClock(stage.advance);
      let requests = 0;
      const petstore = await clockedClientOf(stage, clock, {
        terms: { plan: 'free' },
        fetch: (input, init) => {
          requests += 1;
          return fetch(input, init);
        },
      });
      const end = new AbortController();
      const feed = collect(petstore.events.follow({ after: 'latest', signal: end.signal }));
      await clock.runUntil(clock.wait(6 * 3_600_000));
      end.abort();
      await feed;
      holds(requests > 100 && requests <= 127, `${requests} requests in six hours`);
    },
  },
  {
    name: 'who keeps a position reads part by part, and is told when there are no more for now',
    run: async (stage) => {
      const clock = new TestClock(stage.advance);
      const { pets, events } = await clockedClientOf(stage, clock, { terms: { role: 'manager' } });
      const { next } = await events.page({ after: 'latest' });
      for (const name of ['a', 'b', 'c']) await pets.create({ name, categoryId: 1n });
      const parts = events.pages({ after: next, limit: 2 });
      const seen = [];
      for (const _ of [1, 2, 3]) {
        const { value } = await clock.runUntil(parts.next());
        seen.push([value?.items.map(({ pet }) => pet?.name), value?.isHead]);
      }
      same(seen, [
        [['a', 'b'], false],
        [['c'], false],
        [[], true],
      ]);
    },
  },
  {
    name: 'the feed of one animal tells of it and of its orders, and rests although others change',
    run: async (stage) => {
      const clock = new TestClock(stage.advance);
      const { pets, orders, events } = await clockedClientOf(stage, clock, { terms: { role: 'manager' } });
      const { id } = await pets.create({ name: 'Olive', categoryId: 1n, status: 'available' });
      await pets.create({ name: 'Bruno', categoryId: 1n });
      await orders.place({ petId: id });
      const { items } = await events.page({ petId: id });
      same(items.map(({ type }) => type).sort(), ['order.placed', 'pet.created', 'pet.updated']);
      const parts = events.pages({ petId: id, after: items[0]?.id });
      same((await clock.runUntil(parts.next())).value?.isHead, true);
      const next = parts.next();
      await pets.create({ name: 'Coco', categoryId: 1n });
      await pets.change(id, { name: 'Oliver' });
      const part = (await clock.runUntil(next)).value;
      same(
        part?.items.map(({ pet }) => pet?.name),
        ['Oliver'],
      );
      holds(clock.now() >= 5_000, 'it rests at the head of its animal');
    },
  },
  {
    name: 'what is not kept any more, or never was, is an error of the follower',
    run: async (stage) => {
      const { events } = await clientOf(stage);
      const error = await failureOf(collect(events.follow({ after: 2n ** 62n })), PetstoreError);
      same(error.code, 'events_expired');
    },
  },
];

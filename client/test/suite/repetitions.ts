import { PetstoreConnectionError, PetstoreError, PetstoreTimeoutError } from '../../src/index.ts';
import { type Case, clockedClientOf, collect, failureOf, holds, same } from './case.ts';
import { answeredBy, lostAnswer, lostRequest, unavailable } from './network.ts';
import { FRANK, scene } from './scene.ts';
import { TestClock } from './test-clock.ts';

/** What a client sends again, how often and how long. */
export const repetitions: Case[] = [
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
      const first = await before.petstore.pets.create(pet, { idempotencyKey: '"row" \\17' });
      same(await after.petstore.pets.create(pet, { idempotencyKey: '"row" \\17' }), first);
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

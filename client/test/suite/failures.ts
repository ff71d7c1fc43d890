import {
  Petstore,
  PetstoreAbortError,
  PetstoreAnswerError,
  PetstoreConnectionError,
  PetstoreError,
  PetstoreTimeoutError,
} from '../../src/index.ts';
import { type Case, clientOf, clockedClientOf, errorOf, failureOf, holds, same } from './case.ts';
import { answeredBy, network, unavailable } from './network.ts';
import { TestClock } from './test-clock.ts';

export const failures: Case[] = [
  {
    name: 'a refusal tells its code, status, message and request id',
    run: async (stage) => {
      const { orders } = await clientOf(stage);
      const error = await failureOf(orders.get(2n ** 62n), PetstoreError);
      same([error.name, error.code, error.status], ['PetstoreError', 'order_not_found', 404]);
      holds(error.message.includes(String(2n ** 62n)), error.message);
      holds(/^\S{5,}$/.test(error.requestId ?? ''), `requestId ${error.requestId}`);
      same(error.retryAfter, undefined);
    },
  },
  {
    name: 'a key that is not valid is refused at once and never shown',
    run: async (stage) => {
      const apiKey = `petstore_live_${'x'.repeat(49)}`;
      const error = await failureOf(new Petstore({ baseUrl: stage.url, apiKey }).usage(), PetstoreError);
      same([error.code, error.status], ['invalid_api_key', 401]);
      holds(!`${error.message} ${error.stack}`.includes(apiKey), error.message);
    },
  },
  {
    name: 'an attempt that is not answered in time is an error of its own, after the time limit',
    run: async (stage) => {
      const clock = new TestClock(stage.advance);
      const way = network();
      const silent: typeof fetch = (input, init) => {
        way.fetch(input, init).catch(() => {});
        return new Promise((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error('cut off'))),
        );
      };
      const apiKey = await stage.account();
      const options = { baseUrl: stage.url, apiKey, clock, fetch: silent, retry: { attempts: 2 } };
      const call = new Petstore({ ...options, timeoutSeconds: 4 }).usage();
      const error = await failureOf(clock.runUntil(call), PetstoreTimeoutError);
      same([error.name, error.message, way.sent.length], ['TimeoutError', 'No answer within 4 s.', 2]);
      holds(clock.now() >= 8_000 && clock.now() <= 8_500, `after ${clock.now()} ms`);
    },
  },
  {
    name: 'a call can be aborted before it begins, in flight, while it waits and in the queue',
    run: async (stage) => {
      const reason = new Error('the user left');
      const before = new AbortController();
      before.abort(reason);
      const clock = new TestClock(stage.advance);
      const way = network();
      const petstore = await clockedClientOf(stage, clock, { fetch: way.fetch, terms: { perMinute: 2 } });
      await stage.nextMinute();
      const early = await failureOf(petstore.usage({ signal: before.signal }), PetstoreAbortError);
      same([early.name, early.cause === reason, way.sent.length], ['AbortError', true, 0]);

      const inFlight = new AbortController();
      way.meet((send) => {
        inFlight.abort(reason);
        return send();
      });
      const call = petstore.usage({ signal: inFlight.signal });
      same((await failureOf(call, PetstoreAbortError)).cause === reason, true);

      const between = new AbortController();
      way.meet(unavailable(50));
      const repeated = petstore.usage({ signal: between.signal });
      await clock.runUntil(clock.wait(10_000));
      between.abort(reason);
      await failureOf(repeated, PetstoreAbortError);

      await clock.runUntil(Promise.all([petstore.usage(), petstore.usage()]));
      const queued = new AbortController();
      const sent = way.sent.length;
      const calls = [petstore.usage({ signal: queued.signal }), petstore.usage({ signal: queued.signal })];
      await clock.runUntil(clock.wait(1_000));
      queued.abort(reason);
      await Promise.all(calls.map((one) => failureOf(one, PetstoreAbortError)));
      same(way.sent.length, sent, 'what waits for the quota is not sent');
      same(clock.pending, 0, 'timers that would keep the program from ending');
      await clock.runUntil(petstore.usage());
    },
  },
  {
    name: 'whoever is told of a wait may end it there, and one who fails harms no call',
    run: async (stage) => {
      const clock = new TestClock(stage.advance);
      const end = new AbortController();
      const petstore = await clockedClientOf(stage, clock, {
        terms: { perMinute: 1 },
        onWait: () => end.abort(),
      });
      await stage.nextMinute();
      await clock.runUntil(petstore.usage());
      await failureOf(clock.runUntil(petstore.usage({ signal: end.signal })), PetstoreAbortError);
      same(clock.pending, 0, 'timers that would keep the program from ending');
    },
  },
  {
    name: 'a walk ends when it is aborted, within a page too',
    run: async (stage) => {
      const { pets } = await clientOf(stage);
      for (const name of ['a', 'b', 'c']) await pets.create({ name, categoryId: 106n });
      const end = new AbortController();
      const seen: string[] = [];
      const walk = async () => {
        for await (const { name } of pets.list({ categoryId: 106n }, { signal: end.signal })) {
          seen.push(name);
          end.abort();
        }
      };
      await failureOf(walk(), PetstoreAbortError);
      same(seen, ['c']);
    },
  },
  {
    name: 'where no service listens, a call fails with a lost connection',
    run: async (stage) => {
      const petstore = await clientOf(stage, { baseUrl: 'http://127.0.0.1:1', retry: { attempts: 1 } });
      await failureOf(petstore.usage(), PetstoreConnectionError);
    },
  },
  {
    name: 'what is none of a Petstore is an error that says where to look',
    run: async (stage) => {
      const way = network();
      const petstore = await clientOf(stage, { fetch: way.fetch, retry: { attempts: 1 } });
      const pages = [
        answeredBy(200),
        answeredBy(404),
        answeredBy(502),
        answeredBy(200, { 'content-type': 'application/json' }, '[{'),
      ];
      way.meet(...pages, answeredBy(200, { 'content-type': 'application/json' }, 'null'));
      for (const status of [200, 404, 502, 200]) {
        const error = await failureOf(petstore.usage(), PetstoreAnswerError);
        same(error.status, status);
        holds(/that is none of a Petstore|that is damaged/.test(error.message), error.message);
      }
      await failureOf(petstore.usage(), PetstoreAnswerError);
      const beside = await clientOf(stage, { baseUrl: `${stage.url}/v1/beside` });
      holds(
        (await errorOf(beside.usage())) instanceof PetstoreError,
        'the service itself says that nothing is there',
      );
    },
  },
  {
    name: 'a redirection is not followed with the key',
    run: async (stage) => {
      const way = network();
      const petstore = await clientOf(stage, { baseUrl: stage.redirectingUrl, fetch: way.fetch });
      const error = await failureOf(petstore.usage(), PetstoreAnswerError);
      holds(/^baseUrl redirects to .*: give that one/.test(error.message), error.message);
      same(way.sent.length, 1);
    },
  },
  {
    name: 'an option that cannot work is refused with what to write instead',
    run: async (stage) => {
      const good = { baseUrl: stage.url, apiKey: 'petstore_live_x' };
      const wrong = [
        [{ baseUrl: 'adopt.example.org' }, /baseUrl must be like https/],
        [{ baseUrl: 'ftp://adopt.example.org' }, /baseUrl/],
        [{ apiKey: '' }, /apiKey must be an API key/],
        [{ apiKey: 'petstore_live_\n' }, /apiKey/],
        [{ retry: { attempts: 0 } }, /retry\.attempts must be a number of at least 1/],
        [{ retry: { seconds: -1 } }, /retry\.seconds/],
        [{ timeoutSeconds: 0 }, /timeoutSeconds/],
      ] as const;
      for (const [option, message] of wrong) {
        const make = async () => new Petstore({ ...good, ...option });
        const error = await failureOf(make(), TypeError);
        holds(message.test(error.message), error.message);
      }
      const key = await failureOf(
        new Petstore(good).pets.create({ name: 'x', categoryId: 1n }, { idempotencyKey: 'ä' }),
        TypeError,
      );
      holds(/idempotencyKey/.test(key.message), key.message);
      for (const baseUrl of [`${stage.url}/`, `${stage.url}/v1`, `${stage.url}/v1/`]) {
        await (await clientOf(stage, { baseUrl })).usage();
      }
    },
  },
];

import {
  Petstore,
  PetstoreAbortError,
  PetstoreAnswerError,
  PetstoreConnectionError,
  PetstoreError,
  PetstoreTimeoutError,
} from '../../src/index.ts';
import { equal, ok, rejectionOf, rejects } from './harness/assertions.ts';
import {
  faultyNetwork,
  respondWith,
  serviceError,
  silentFetch,
  unavailable,
} from './harness/faulty-network.ts';
import { simulatedClient } from './harness/simulated-client.ts';
import { createClient, type TestCase } from './harness/test-case.ts';

export const errors: TestCase[] = [
  {
    name: 'throws the code, status, message and request id of an error response',
    run: async (environment) => {
      const { orders } = await createClient(environment);
      const error = await rejects(orders.get(2n ** 62n), PetstoreError);
      equal([error.name, error.code, error.status], ['PetstoreError', 'order_not_found', 404]);
      ok(error.message.includes(String(2n ** 62n)), error.message);
      ok(/^\S{5,}$/.test(error.requestId ?? ''), `requestId ${error.requestId}`);
      equal([error.retryAfter, error.fields], [undefined, []]);
    },
  },
  {
    name: 'lists the invalid fields of the header Invalid-Fields',
    run: async (environment) => {
      const { network, petstore } = await simulatedClient(environment);
      network.inject(
        serviceError(400, 'invalid_body', { 'invalid-fields': 'birthDate, adoptionFee.amount' }),
      );
      const error = await rejects(petstore.listings.changeProfile(1n, {}), PetstoreError);
      equal([error.code, error.fields], ['invalid_body', ['birthDate', 'adoptionFee.amount']]);
    },
  },
  {
    name: 'rejects an invalid key (401) and does not quote it',
    run: async (environment) => {
      const apiKey = `petstore_live_${'x'.repeat(49)}`;
      const error = await rejects(new Petstore({ baseUrl: environment.url, apiKey }).usage(), PetstoreError);
      equal([error.code, error.status], ['invalid_api_key', 401]);
      ok(!`${error.message} ${error.stack}`.includes(apiKey), error.message);
    },
  },
  {
    name: 'throws a TimeoutError if a response takes longer than timeoutSeconds',
    run: async (environment) => {
      const options = { fetch: silentFetch, timeoutSeconds: 4, retry: { attempts: 2 } };
      const { clock, petstore } = await simulatedClient(environment, options);
      const error = await rejects(clock.runUntil(petstore.usage()), PetstoreTimeoutError);
      equal([error.name, error.message], ['TimeoutError', 'No response within 4 s.']);
      ok(clock.now() >= 8_000 && clock.now() <= 8_500, `after ${clock.now()} ms`);
    },
  },
  {
    name: 'gives an upload one second more for each 16 KiB than timeoutSeconds, and at most 5 minutes more',
    run: async (environment) => {
      for (const [bytes, seconds] of [
        [10, 5],
        [64 * 1024, 8],
        [10_000_000, 304],
      ] as const) {
        const options = { fetch: silentFetch, timeoutSeconds: 4, retry: { attempts: 1 } };
        const { clock, petstore } = await simulatedClient(environment, options);
        const file = new Uint8Array(bytes);
        for (const upload of [file, new Blob([file])]) {
          const startedAt = clock.now();
          const adding = petstore.photos.add(1n, upload, { type: 'image/png' });
          const error = await rejects(clock.runUntil(adding), PetstoreTimeoutError);
          equal(error.message, `No response within ${seconds} s.`);
          const ms = clock.now() - startedAt;
          ok(ms >= 1000 * seconds && ms < 1000 * seconds + 500, `${bytes} bytes: after ${ms} ms`);
        }
      }
    },
  },
  {
    name: 'gives a batch one second more for each 16 KiB and each 10 changes',
    run: async (environment) => {
      for (const [count, name, seconds] of [
        [1, 'Frank', 4 + 1 + 1],
        [1_000, 'ä'.repeat(1_024), 4 + 129 + 100],
      ] as const) {
        const options = { fetch: silentFetch, timeoutSeconds: 4, retry: { attempts: 1 } };
        const { clock, petstore } = await simulatedClient(environment, options);
        const item = { operation: 'createPet', pet: { name, categoryId: 1n } } as const;
        const batch = petstore.pets.batch(Array.from({ length: count }, () => item));
        const error = await rejects(clock.runUntil(batch), PetstoreTimeoutError);
        equal(error.message, `No response within ${seconds} s.`);
      }
    },
  },
  {
    name: 'aborts a call before it starts, in flight, between two attempts and in the queue',
    run: async (environment) => {
      const reason = new Error('the user left');
      const before = new AbortController();
      before.abort(reason);
      const { clock, network, petstore } = await simulatedClient(environment, { terms: { perMinute: 2 } });
      await environment.nextMinute();
      const early = await rejects(petstore.usage({ signal: before.signal }), PetstoreAbortError);
      equal([early.name, early.cause === reason, network.sent.length], ['AbortError', true, 0]);

      const inFlight = new AbortController();
      network.inject((send) => {
        inFlight.abort(reason);
        return send();
      });
      const call = petstore.usage({ signal: inFlight.signal });
      equal((await rejects(call, PetstoreAbortError)).cause === reason, true);

      const between = new AbortController();
      network.inject(unavailable(50));
      const retried = petstore.usage({ signal: between.signal });
      await clock.runUntil(clock.wait(10_000));
      between.abort(reason);
      await rejects(retried, PetstoreAbortError);

      await clock.runUntil(Promise.all([petstore.usage(), petstore.usage()]));
      const queued = new AbortController();
      const sent = network.sent.length;
      const calls = [petstore.usage({ signal: queued.signal }), petstore.usage({ signal: queued.signal })];
      await clock.runUntil(clock.wait(1_000));
      queued.abort(reason);
      await Promise.all(calls.map((one) => rejects(one, PetstoreAbortError)));
      equal(network.sent.length, sent, 'requests; queued ones are not sent');
      equal(clock.pending, 0, 'timers that keep the program running');
      await clock.runUntil(petstore.usage());
    },
  },
  {
    name: 'lets onWait abort the call that waits',
    run: async (environment) => {
      const end = new AbortController();
      const { clock, petstore } = await simulatedClient(environment, {
        terms: { perMinute: 1 },
        onWait: () => end.abort(),
      });
      await environment.nextMinute();
      await clock.runUntil(petstore.usage());
      await rejects(clock.runUntil(petstore.usage({ signal: end.signal })), PetstoreAbortError);
      equal(clock.pending, 0, 'timers that keep the program running');
    },
  },
  {
    name: 'ends a list when its signal is aborted, also within a page',
    run: async (environment) => {
      const { pets } = await createClient(environment);
      for (const name of ['a', 'b', 'c']) await pets.create({ name, categoryId: 106n });
      const end = new AbortController();
      const seen: string[] = [];
      const readList = async () => {
        for await (const { name } of pets.list({ categoryId: 106n }, { signal: end.signal })) {
          seen.push(name);
          end.abort();
        }
      };
      await rejects(readList(), PetstoreAbortError);
      equal(seen, ['c']);
    },
  },
  {
    name: 'throws a PetstoreConnectionError if no service listens',
    run: async (environment) => {
      const petstore = await createClient(environment, {
        baseUrl: 'http://127.0.0.1:1',
        retry: { attempts: 1 },
      });
      await rejects(petstore.usage(), PetstoreConnectionError);
    },
  },
  {
    name: 'throws a PetstoreAnswerError if the response is not from Petstore',
    run: async (environment) => {
      const { network, petstore } = await simulatedClient(environment, { retry: { attempts: 1 } });
      const pages = [
        respondWith(200),
        respondWith(404),
        respondWith(502),
        respondWith(200, { 'content-type': 'application/json' }, '[{'),
      ];
      network.inject(...pages, respondWith(200, { 'content-type': 'application/json' }, 'null'));
      for (const status of [200, 404, 502, 200]) {
        const error = await rejects(petstore.usage(), PetstoreAnswerError);
        equal(error.status, status);
        ok(/is not from Petstore|is not valid JSON/.test(error.message), error.message);
      }
      await rejects(petstore.usage(), PetstoreAnswerError);
      const wrongPath = await createClient(environment, { baseUrl: `${environment.url}/v1/elsewhere` });
      ok(
        (await rejectionOf(wrongPath.usage())) instanceof PetstoreError,
        'the service responds that the path does not exist',
      );
    },
  },
  {
    name: 'does not follow a redirect',
    run: async (environment) => {
      const network = faultyNetwork();
      const petstore = await createClient(environment, {
        baseUrl: environment.redirectingUrl,
        fetch: network.fetch,
      });
      const error = await rejects(petstore.usage(), PetstoreAnswerError);
      ok(/^baseUrl redirects to .*\. Use that address\./.test(error.message), error.message);
      equal(network.sent.length, 1);
    },
  },
  {
    name: 'rejects an invalid option with a message that describes a valid one',
    run: async (environment) => {
      const valid = { baseUrl: environment.url, apiKey: 'petstore_live_x' };
      const invalid = [
        [{ baseUrl: 'adopt.example.org' }, /baseUrl must be like https/],
        [{ baseUrl: 'ftp://adopt.example.org' }, /baseUrl/],
        [{ baseUrl: 'https://user:secret@adopt.example.org' }, /^baseUrl must be .* without a password$/],
        [{ apiKey: 'petstore_live_\n' }, /apiKey must be like petstore_live_…, without spaces/],
        [{ retry: { attempts: 0 } }, /retry\.attempts must be a number of at least 1/],
        [{ retry: { seconds: -1 } }, /retry\.seconds/],
        [{ timeoutSeconds: 0 }, /timeoutSeconds/],
        [{ retry: null as never }, /^retry must be an object; got null$/],
      ] as const;
      for (const [option, message] of invalid) {
        const make = async () => new Petstore({ ...valid, ...option });
        const error = await rejects(make(), TypeError);
        ok(message.test(error.message), error.message);
      }
      const key = await rejects(
        new Petstore(valid).pets.create({ name: 'x', categoryId: 1n }, { idempotencyKey: 'ä' }),
        TypeError,
      );
      ok(/idempotencyKey/.test(key.message), key.message);
      for (const baseUrl of [`${environment.url}/`, `${environment.url}/v1`, `${environment.url}/v1/`]) {
        await (await createClient(environment, { baseUrl })).usage();
      }
    },
  },
];

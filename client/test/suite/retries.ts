import { PetstoreConnectionError, PetstoreError, PetstoreTimeoutError } from '../../src/index.ts';
import { equal, ok, rejects } from './harness/assertions.ts';
import {
  lostRequest,
  lostResponse,
  respondWith,
  resultUnknown,
  silentFetch,
  unavailable,
} from './harness/faulty-network.ts';
import { FRANK, simulatedClient } from './harness/simulated-client.ts';
import { collect, createClockedClient, type TestCase } from './harness/test-case.ts';
import { TestClock } from './harness/test-clock.ts';

export const retries: TestCase[] = [
  {
    name: 'waits for Retry-After plus a growing backoff while the service is unavailable',
    run: async (environment) => {
      const { clock, network, waits, petstore } = await simulatedClient(environment);
      network.inject(unavailable(3), lostRequest, respondWith(502), unavailable(1));
      await clock.runUntil(petstore.usage());
      equal(network.sent.length, 5, 'requests');
      const ranges = [
        [3, 4],
        [0, 1],
        [0, 2],
        [1, 5],
      ] as const;
      for (const [index, [min, max]] of ranges.entries()) {
        const seconds = waits[index]?.seconds ?? -1;
        ok(seconds >= min && seconds <= max, `wait ${index} is ${seconds} s, expected ${min} to ${max}`);
      }
    },
  },
  {
    name: 'obeys Retry-After of a proxy, and sends no other request before it ends',
    run: async (environment) => {
      const { clock, network, waits, petstore } = await simulatedClient(environment);
      const damaged = { 'content-type': 'application/json', 'retry-after': '4' };
      network.inject(respondWith(503, damaged, ''), respondWith(429, { 'retry-after': '9' }));
      await clock.runUntil(petstore.usage());
      ok((waits[0]?.seconds ?? 0) >= 4, `${waits[0]?.seconds} s although the body is damaged`);
      ok((waits[1]?.seconds ?? 0) >= 9, `${waits[1]?.seconds} s`);
      network.inject(respondWith(429, { 'retry-after': '50' }));
      const first = petstore.usage();
      await clock.runUntil(clock.wait(1_000));
      const others = [petstore.usage(), petstore.usage()];
      await clock.runUntil(clock.wait(48_000));
      equal(network.sent.length, 4, 'requests before the proxy lets them through');
      await clock.runUntil(Promise.all([first, ...others]));
    },
  },
  {
    name: 'reports a lost connection if the service may have made the change',
    run: async (environment) => {
      const { clock, network, petstore } = await simulatedClient(environment, {
        retry: { seconds: 60 },
        terms: { perMinute: 50, perDay: 2 },
      });
      network.inject(lostResponse);
      const adding = petstore.pets.create({ name: 'unclear', categoryId: 203n });
      await petstore.usage();
      await rejects(clock.runUntil(adding), PetstoreConnectionError);

      const other = await simulatedClient(environment);
      const pet = await other.petstore.pets.create({ ...FRANK, status: 'available' });
      const { id } = await other.petstore.orders.place({ petId: pet.id });
      other.network.inject(lostResponse, async (send) => {
        await other.petstore.orders.change(id, { status: 'completed' });
        return send();
      });
      const approving = other.petstore.orders.change(id, { status: 'approved' });
      await rejects(other.clock.runUntil(approving), PetstoreConnectionError);
      other.network.inject(lostResponse);
      const wrong = other.petstore.pets.create({ name: '', categoryId: 1n });
      equal((await rejects(other.clock.runUntil(wrong), PetstoreError)).code, 'invalid_body');
    },
  },
  {
    name: 'fails after retry.seconds if other calls block the queue',
    run: async (environment) => {
      const clock = new TestClock(environment.advance);
      const options = { fetch: silentFetch, timeoutSeconds: 30, retry: { seconds: 40 } };
      const petstore = await createClockedClient(environment, clock, options);
      const calls = Array.from({ length: 20 }, () => rejects(petstore.usage(), PetstoreTimeoutError));
      const messages = (await clock.runUntil(Promise.all(calls))).map(({ message }) => message);
      ok(clock.now() <= 75_000, `all ended after ${clock.now()} ms`);
      ok(
        messages.some((message) => message.startsWith('Not sent within 40 s')),
        messages.join(),
      );
    },
  },
  {
    name: 'fails with the last error after retry.attempts',
    run: async (environment) => {
      const { clock, network, petstore } = await simulatedClient(environment, { retry: { attempts: 3 } });
      network.inject(lostRequest, lostRequest, unavailable(1), lostRequest);
      const error = await rejects(clock.runUntil(petstore.usage()), PetstoreError);
      equal([error.code, error.retryAfter, network.sent.length], ['service_unavailable', 1, 3]);
    },
  },
  {
    name: 'fails without waiting if the next attempt would start after retry.seconds',
    run: async (environment) => {
      const { clock, network, petstore } = await simulatedClient(environment, { retry: { seconds: 10 } });
      network.inject(unavailable(11));
      await rejects(clock.runUntil(petstore.usage()), PetstoreError);
      equal([network.sent.length, clock.now()], [1, 0]);
    },
  },
  {
    name: 'does not retry an error that waiting cannot resolve',
    run: async (environment) => {
      const { clock, network, petstore } = await simulatedClient(environment, { terms: { role: 'reader' } });
      const error = await rejects(clock.runUntil(petstore.pets.create(FRANK)), PetstoreError);
      equal([error.code, network.sent.length], ['insufficient_role', 1]);
    },
  },
  {
    name: 'retries an addition with one idempotency key after a lost response, and adds it once',
    run: async (environment) => {
      const { clock, network, petstore } = await simulatedClient(environment);
      network.inject(lostResponse, lostResponse, lostRequest);
      const pet = await clock.runUntil(petstore.pets.create({ name: 'once', categoryId: 201n }));
      equal(await collect(petstore.pets.list({ categoryId: 201n })), [pet]);
      const keys = network.sent.filter(({ method }) => method === 'POST').map(({ key }) => key);
      equal([keys.length, new Set(keys).size], [4, 1]);
      await clock.runUntil(petstore.pets.create({ name: 'once more', categoryId: 201n }));
      equal(
        new Set(network.sent.map(({ key }) => key)).size,
        3,
        'different keys: null and one for each addition',
      );
    },
  },
  {
    name: 'adds an animal once if two clients send the same idempotencyKey',
    run: async (environment) => {
      const apiKey = await environment.account();
      const [before, after] = [
        await simulatedClient(environment, { apiKey }),
        await simulatedClient(environment, { apiKey }),
      ];
      const pet = { name: 'crash', categoryId: 202n };
      const first = await before.petstore.pets.create(pet, { idempotencyKey: '"row" \\17' });
      equal(await after.petstore.pets.create(pet, { idempotencyKey: '"row" \\17' }), first);
    },
  },
  {
    name: 'completes a removal and an approval although their responses are lost',
    run: async (environment) => {
      const { clock, network, petstore } = await simulatedClient(environment);
      const { id } = await petstore.pets.create({ ...FRANK, status: 'available' });
      const order = await petstore.orders.place({ petId: id });
      network.inject(lostResponse);
      equal(
        (await clock.runUntil(petstore.orders.change(order.id, { status: 'approved' }))).status,
        'approved',
      );
      await petstore.orders.change(order.id, { status: 'cancelled' });
      network.inject(lostResponse);
      await clock.runUntil(petstore.pets.remove(id));
      const error = await rejects(petstore.pets.remove(id), PetstoreError);
      equal(error.code, 'pet_not_found', 'the code of a removal without lost responses');
    },
  },
  {
    name: 'retries a write with its idempotency key if the service does not know its result, and makes it once',
    run: async (environment) => {
      const { clock, network, petstore } = await simulatedClient(environment);
      network.inject(resultUnknown);
      const pet = await clock.runUntil(petstore.pets.create({ name: 'once', categoryId: 204n }));
      equal(await collect(petstore.pets.list({ categoryId: 204n })), [pet]);
      const keys = network.sent.filter(({ method }) => method === 'POST').map(({ key }) => key);
      equal([keys.length, new Set(keys).size], [2, 1]);
      network.inject(resultUnknown);
      await clock.runUntil(petstore.pets.remove(pet.id));

      const other = await simulatedClient(environment, { retry: { attempts: 2 } });
      other.network.inject(resultUnknown, unavailable(1));
      const unclear = other.clock.runUntil(other.petstore.pets.create(FRANK));
      const { code } = await rejects(unclear, PetstoreError);
      equal(code, 'result_unknown', 'the code if the service may have made the change');
    },
  },
  {
    name: 'names the address of the service if no response comes',
    run: async (environment) => {
      const { clock, network, petstore } = await simulatedClient(environment, { retry: { attempts: 2 } });
      network.inject(lostRequest, lostRequest);
      const error = await rejects(clock.runUntil(petstore.usage()), PetstoreConnectionError);
      equal(error.message, `No response from ${new URL(environment.url).origin}: connection lost.`);
    },
  },
];

import {
  bigintReplacer,
  Petstore,
  PetstoreError,
  type PetstoreOptions,
  PetstoreTimeoutError,
  type RawResponse,
} from '../../src/index.ts';
import { equal, ok, rejects } from './harness/assertions.ts';
import { silentFetch, unavailable } from './harness/faulty-network.ts';
import { FRANK, simulatedClient } from './harness/simulated-client.ts';
import { createClient, type TestCase } from './harness/test-case.ts';

const FILE = new Blob(['x']);
const VALID = { baseUrl: 'https://adopt.example.org', apiKey: 'petstore_live_x' };

/** Programs without types may pass any option. */
const untyped = (options: object): never => options as never;

/** Calls with one option that is unknown there, which is the first word of the name. */
const WRONG: Record<string, (petstore: Petstore) => Promise<unknown>> = {
  timeout: ({ pets }) => pets.page({}, untyped({ timeout: 3 })),
  'retry.attempt': (petstore) => petstore.usage({ retry: untyped({ attempt: 1 }) }),
  'ifMatch of an addition': ({ pets }) => pets.create(FRANK, untyped({ ifMatch: 'x' })),
  'ifMatch of a photo': ({ photos }) => photos.change(1n, 'ab', {}, untyped({ ifMatch: 'x' })),
  'idempotencyKey of a change': ({ orders }) =>
    orders.change(1n, { status: 'approved' }, untyped({ idempotencyKey: 'x' })),
  'ifNoneMatch of a whole list': ({ pets }) => pets.list({}, untyped({ ifNoneMatch: 'x' })).next(),
  'typ of a photo': ({ photos }) => photos.add(1n, FILE, untyped({ typ: 'image/png' })),
  'filename of an import': ({ imports }) => imports.create(FILE, untyped({ filename: 'a.csv' })),
  'withSuccessor of a revocation': ({ keys }) => keys.revoke(1n, untyped({ withSuccessor: true })),
  'every of a follower': ({ events }) => events.follow(untyped({ every: 5 })).next(),
  'retry of a follower': ({ events }) => events.follow(untyped({ retry: {} })).next(),
  'everySeconds of a page': ({ events }) => events.page({}, untyped({ everySeconds: 5 })),
  'idempotencyKey of a GET': (petstore) => petstore.request('GET', '/pets', { idempotencyKey: 'x' }),
};

/** Runs a program in a runtime with another `process`. */
function withProcess<Result>(process: object | undefined, program: () => Result): Result {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'process');
  Object.defineProperty(globalThis, 'process', { value: process, configurable: true });
  try {
    return program();
  } finally {
    Reflect.deleteProperty(globalThis, 'process');
    if (own !== undefined) Object.defineProperty(globalThis, 'process', own);
  }
}

const messageOf = async (make: () => unknown) =>
  (await rejects(Promise.resolve().then(make), TypeError)).message;

/** The options of one call, and those of the client that have a default. */
export const calls: TestCase[] = [
  {
    name: 'refuses an unknown option of a client and of a call, states the known ones and sends nothing',
    run: async (environment) => {
      const message = await messageOf(() => new Petstore(untyped({ ...VALID, retries: 3 })));
      ok(/^Unknown option retries\. Known here: baseUrl, apiKey, pace, retry,/.test(message), message);
      const { network, petstore } = await simulatedClient(environment);
      for (const [what, call] of Object.entries(WRONG)) {
        const stated = await messageOf(() => call(petstore));
        ok(stated.startsWith(`Unknown option ${what.split(' ')[0]}. Known here: `), `${what}: ${stated}`);
      }
      equal(network.sent, []);
    },
  },
  {
    name: 'reads a missing address and key from the environment of Node, but not in a browser',
    run: async (environment) => {
      const env = { PETSTORE_URL: environment.url, PETSTORE_KEY: await environment.account() };
      const node = { versions: { node: '20.0.0' }, env };
      await withProcess(node, () => new Petstore()).usage();
      const key = { apiKey: 'petstore_live_y' };
      const { code } = await rejects(withProcess(node, () => new Petstore(key)).usage(), PetstoreError);
      equal(code, 'invalid_api_key', 'the code if the option is given');
      for (const other of [undefined, { env }, { ...node, env: {} }]) {
        equal(
          await messageOf(() => withProcess(other, () => new Petstore())),
          'baseUrl is missing: pass it, or set PETSTORE_URL in Node',
        );
        const { baseUrl } = VALID;
        equal(
          await messageOf(() => withProcess(other, () => new Petstore({ baseUrl }))),
          'apiKey is missing: pass it, or set PETSTORE_KEY in Node',
        );
      }
    },
  },
  {
    name: 'limits one call by its own timeoutSeconds and retry, and the others by those of the client',
    run: async (environment) => {
      const options: Partial<PetstoreOptions> = {
        fetch: silentFetch,
        timeoutSeconds: 4,
        retry: { attempts: 2 },
      };
      const slow = await simulatedClient(environment, options);
      const limits = { timeoutSeconds: 3, retry: { attempts: 1 } };
      const short = await rejects(slow.clock.runUntil(slow.petstore.usage(limits)), PetstoreTimeoutError);
      equal([short.message, slow.clock.now()], ['No response within 3 s.', 3_000]);
      const long = await rejects(slow.clock.runUntil(slow.petstore.usage()), PetstoreTimeoutError);
      equal(long.message, 'No response within 4 s.');

      const { clock, network, petstore } = await simulatedClient(environment, { retry: { seconds: 10 } });
      network.inject(unavailable(1), unavailable(1), unavailable(1), unavailable(11), unavailable(11));
      await rejects(clock.runUntil(petstore.pets.page({}, { retry: { attempts: 3 } })), PetstoreError);
      equal(network.sent.length, 3, 'requests');
      await rejects(clock.runUntil(petstore.usage({ retry: { attempts: 3 } })), PetstoreError);
      equal(network.sent.length, 4, 'requests; retry.seconds of the client still applies');
      await clock.runUntil(petstore.usage({ retry: { seconds: 20 } }));
      equal(network.sent.length, 6, 'requests');
      ok(
        /retry\.attempts must be/.test(await messageOf(() => petstore.usage({ retry: { attempts: 0 } }))),
        '0',
      );
      ok(/timeoutSeconds must be/.test(await messageOf(() => petstore.usage({ timeoutSeconds: 0 }))), '0 s');
    },
  },
  {
    name: 'calls onResponse with the status, header fields and text of every response to the call',
    run: async (environment) => {
      const { clock, network, petstore } = await simulatedClient(environment);
      const seen: RawResponse[] = [];
      const onResponse = (response: RawResponse) => {
        seen.push(response);
      };
      network.inject(unavailable(1));
      const { id } = await clock.runUntil(petstore.pets.create(FRANK, { onResponse }));
      const { etag } = await petstore.pets.page({ limit: 1 });
      await petstore.pets.page({ limit: 1 }, { ifNoneMatch: etag, onResponse });
      await petstore.pets.remove(id, { onResponse });
      await rejects(petstore.orders.get(2n ** 62n, { onResponse }), PetstoreError);
      equal(
        seen.map(({ status }) => status),
        [503, 201, 304, 204, 404],
      );
      equal(seen[1]?.body, `{"id":${id},"name":"Frank","categoryId":1}`);
      equal(seen[1]?.headers.get('location'), `/v1/pets/${id}`);
    },
  },
  {
    name: 'reads a count as a number and an id as a bigint, and bigintReplacer writes both as JSON',
    run: async (environment) => {
      const { pets, categories } = await createClient(environment);
      const categoryId = 4_000_000_000_000_000_003n;
      await pets.create({ name: 'Frank', categoryId, status: 'available' });
      const { items } = await categories.page({ ids: [categoryId] });
      equal(items, [{ id: categoryId, available: 1 }]);
      equal(JSON.stringify(items, bigintReplacer), `[{"id":"${categoryId}","available":1}]`);
    },
  },
];

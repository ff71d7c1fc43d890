import { type Event, PetstoreAnswerError, PetstoreError } from '../../src/index.ts';
import { type StreamOptions, streamEvents, streamPages } from '../../src/stream.ts';
import { equal, ok, rejects } from './harness/assertions.ts';
import { createClient, type TestCase, type TestEnvironment } from './harness/test-case.ts';

/** The time after which a silent connection counts as lost. */
const SILENCE_MS = 45_000;

/** A clock that skips the pauses between connections. `fallSilent` lets the time pass in which the service must send something. */
function skippingClock() {
  const silences = new Set<() => void>();
  return {
    now: Date.now,
    wait: (ms: number, signal?: AbortSignal) =>
      ms === SILENCE_MS
        ? new Promise<void>((resolve) => {
            silences.add(resolve);
            signal?.addEventListener('abort', () => resolve());
          })
        : Promise.resolve(),
    fallSilent: () => {
      for (const end of silences) end();
    },
  };
}

/** Sends requests, whose connections `cut` closes. */
function cuttableFetch() {
  const cuts: Array<() => void> = [];
  const positions: Array<string | null> = [];
  const send: typeof fetch = (input, init) => {
    const cut = new AbortController();
    cuts.push(() => cut.abort());
    init?.signal?.addEventListener('abort', () => cut.abort());
    positions.push(new Headers(init?.headers).get('last-event-id'));
    return fetch(input, { ...init, signal: cut.signal });
  };
  return { send, positions, cut: () => cuts.at(-1)?.() };
}

async function begin(environment: TestEnvironment) {
  const apiKey = await environment.account();
  const { pets } = await createClient(environment, { apiKey });
  const network = cuttableFetch();
  const clock = skippingClock();
  const end = new AbortController();
  const waits: string[] = [];
  const options = {
    baseUrl: environment.url,
    apiKey,
    fetch: network.send,
    clock,
    onWait: ({ error }) => waits.push(error.message),
    after: 'latest',
    signal: end.signal,
  } satisfies StreamOptions;
  const add = (name: string) => pets.create({ name, categoryId: 1n });
  return { options, network, clock, waits, add, end };
}

async function nameOf(events: AsyncGenerator<Event>): Promise<string | undefined> {
  const { value } = await events.next();
  return value?.pet?.name;
}

export const stream: TestCase[] = [
  {
    name: 'a stream yields each event once and with exact ids, also after its connection was lost or silent',
    run: async (environment) => {
      const { options, network, clock, waits, add, end } = await begin(environment);
      const pages = streamPages(options);
      const first = await pages.next();
      equal(first.value?.items, []);
      const { id } = await add('a');
      const { value } = await pages.next();
      equal(value?.items[0]?.pet?.id, id);
      await pages.return(undefined);

      const events = streamEvents({ ...options, after: value?.next });
      const next = nameOf(events);
      await add('b');
      equal(await next, 'b');
      const later = nameOf(events);
      network.cut();
      await add('c');
      equal(await later, 'c');
      const last = nameOf(events);
      clock.fallSilent();
      await add('d');
      equal(await last, 'd');
      equal(network.positions.slice(0, 2), [null, String(value?.next)]);
      equal(network.positions.length, 4);
      ok(String(waits[0]).includes('the connection was lost'), `${waits[0]}`);
      ok(String(waits[1]).includes('nothing was sent for 45 s'), `${waits[1]}`);
      const ended = events.next();
      end.abort();
      equal((await ended).done, true);
    },
  },
  {
    name: 'a stream ends with the error that waiting cannot resolve, and refuses what is no option',
    run: async (environment) => {
      const { options } = await begin(environment);
      const wrongKey = { ...options, apiKey: `${options.apiKey.slice(0, -1)}_` };
      equal((await rejects(streamEvents(wrongKey).next(), PetstoreError)).code, 'invalid_api_key');
      const unknown = streamEvents({ ...options, after: 4_000_000_000_000n }).next();
      equal((await rejects(unknown, PetstoreError)).code, 'events_expired');
      const html = async () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } });
      await rejects(streamEvents({ ...options, fetch: html }).next(), PetstoreAnswerError);
      const misspelled = { ...options, pet: 1n };
      await rejects(streamEvents(misspelled).next(), TypeError);
    },
  },
];

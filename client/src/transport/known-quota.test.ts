import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { KnownQuota } from './known-quota.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

interface Limits {
  minute: number;
  day: number;
}

/** Counts requests and reports the quota as the service does. Its clock differs from the client's by an offset. */
class FakeService {
  readonly #limits: Limits;
  readonly #offset: number;
  readonly #counts = new Map<string, number>();
  rejected = 0;

  constructor(limits: Limits, offset: number) {
    this.#limits = limits;
    this.#offset = offset;
  }

  count(at: number) {
    const now = at + this.#offset;
    const windows = { minute: this.#use('minute', MINUTE, now), day: this.#use('day', DAY, now) };
    if (windows.minute.over || windows.day.over) this.rejected += 1;
    return windows;
  }

  #use(name: 'minute' | 'day', length: number, now: number) {
    const key = `${name} ${Math.floor(now / length)}`;
    const used = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, used);
    const limit = this.#limits[name];
    const secondsToReset = Math.max(1, Math.ceil((length - (now % length)) / SECOND));
    return { limit, remaining: Math.max(0, limit - used), secondsToReset, over: used > limit };
  }
}

interface Delays {
  there: number;
  back: number;
}

interface PendingRequest {
  arrivesAt: number;
  respondedAt: number;
  response?: ReturnType<FakeService['count']>;
}

/** A network on which requests, and responses, may overtake each other. */
class Network {
  readonly #quota: KnownQuota;
  readonly #service: FakeService;
  #pending: PendingRequest[] = [];

  constructor(quota: KnownQuota, service: FakeService) {
    this.#quota = quota;
    this.#service = service;
  }

  get inFlight(): number {
    return this.#pending.length;
  }

  /** When the next request or response arrives. */
  get nextArrival(): number {
    return Math.min(
      ...this.#pending.map(({ response, arrivesAt, respondedAt }) => (response ? respondedAt : arrivesAt)),
    );
  }

  send({ there, back }: Delays, now: number): void {
    this.#pending.push({ arrivesAt: now + there, respondedAt: now + there + back });
    this.#pending.sort((left, right) => left.arrivesAt - right.arrivesAt);
  }

  deliver(now: number): void {
    for (const one of this.#pending.filter(({ arrivesAt }) => arrivesAt <= now)) {
      one.response ??= this.#service.count(one.arrivesAt);
    }
    const [responded, others] = [true, false].map((isDue) =>
      this.#pending.filter(({ respondedAt }) => respondedAt <= now === isDue),
    );
    this.#pending = others ?? [];
    for (const { response } of responded ?? []) if (response !== undefined) this.#quota.update(response, now);
  }
}

/** Sends one request for each delay as early as the quota allows, the first one alone. Returns when each was sent. */
function sendAll(service: FakeService, delays: readonly Delays[], pace: boolean): number[] {
  const quota = new KnownQuota();
  const network = new Network(quota, service);
  const sentAt: number[] = [];
  let now = 0;
  for (const delay of delays) {
    let at = nextTurn();
    while (at > now) {
      now = Math.min(at, network.nextArrival);
      network.deliver(now);
      at = nextTurn();
    }
    network.send(delay, now);
    sentAt.push(now);
  }
  return sentAt;

  function nextTurn(): number {
    const { inFlight } = network;
    if (quota.isUnknown) return inFlight === 0 ? now : Number.POSITIVE_INFINITY;
    return quota.nextTurn({ inFlight, lastSentAt: sentAt.at(-1) }, pace, now).at;
  }
}

const someDelays = fc.array(
  fc.record({ there: fc.integer({ min: 0, max: 400 }), back: fc.integer({ min: 0, max: 400 }) }),
  { minLength: 70, maxLength: 150, size: 'max' },
);

/** The day is not the limit here: a request that is sent in one window may be counted in the next. */
const someLimits = fc.record({ minute: fc.integer({ min: 5, max: 60 }), day: fc.constant(1_000_000) });

test('avoids every 429, wherever the minute starts and however responses overtake each other', () => {
  fc.assert(
    fc.property(
      someLimits,
      fc.integer({ min: 0, max: DAY }),
      someDelays,
      fc.boolean(),
      (limits, offset, delays, pace) => {
        const service = new FakeService(limits, offset);
        sendAll(service, delays, pace);
        assert.equal(service.rejected, 0);
      },
    ),
    { numRuns: 300 },
  );
});

test('keeps the quota of the day and does not spread it', () => {
  const service = new FakeService({ minute: 100, day: 30 }, DAY / 2);
  const delays = Array.from({ length: 31 }, () => ({ there: 1, back: 1 }));
  const times = sendAll(service, delays, true);
  assert.equal(service.rejected, 0);
  assert.ok((times[29] ?? DAY) < MINUTE, '30 requests are sent within the first minute');
  assert.ok((times[30] ?? 0) >= DAY / 2, 'request 31 waits for the next day');
});

test('spreads the requests of a minute evenly with pace', () => {
  const service = new FakeService({ minute: 60, day: 1_000_000 }, 0);
  const times = sendAll(
    service,
    Array.from({ length: 300 }, () => ({ there: 5, back: 5 })),
    true,
  );
  const intervals = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  assert.ok(Math.max(...intervals.slice(1)) < 1.2 * SECOND, `${Math.max(...intervals.slice(1))} ms`);
  assert.ok(Math.min(...intervals.slice(1)) > 0.8 * SECOND, `${Math.min(...intervals.slice(1))} ms`);
});

test('applies a changed plan with the next response', () => {
  const quota = new KnownQuota();
  const window = (limit: number, remaining: number) => ({ limit, remaining, secondsToReset: 30 });
  quota.update({ minute: window(60, 0), day: window(1000, 900) }, 0);
  assert.deepEqual(quota.nextTurn({ inFlight: 0, lastSentAt: 0 }, false, 1), {
    at: 30 * SECOND,
    rejection: {
      code: 'rate_limit_exceeded',
      status: 429,
      message: 'The quota of 60 requests per minute is used up.',
    },
  });
  quota.update({ minute: window(300, 240), day: window(10_000, 9_900) }, 1);
  assert.deepEqual(quota.nextTurn({ inFlight: 0, lastSentAt: 0 }, false, 2), { at: 2 });
});

test('recovers from a changed clock with the next response', () => {
  const minute = { limit: 60, remaining: 0, secondsToReset: 20 };
  const day = { limit: 100_000, remaining: 90_000, secondsToReset: 40_000 };
  const idle = { inFlight: 0, lastSentAt: undefined };
  for (const jump of [-8 * 3600 * SECOND, -40 * SECOND, 12 * SECOND, 40 * SECOND, 8 * 3600 * SECOND]) {
    const quota = new KnownQuota();
    quota.update({ minute, day }, 0);
    const now = jump + 5 * SECOND;
    const waits = quota.nextTurn(idle, false, now).at - now;
    assert.ok(waits <= MINUTE, `${waits} ms after a jump of ${jump}`);
    const later = now + Math.max(0, waits);
    quota.nextTurn(idle, false, later);
    quota.update(
      { minute: { ...minute, secondsToReset: 30 }, day: { ...day, secondsToReset: 39_900 } },
      later,
    );
    assert.equal(quota.nextTurn(idle, false, later).at, later + 30 * SECOND, `after a jump of ${jump}`);
  }
});

test('ends an exhausted day when the clock was set forward past its reset', () => {
  const quota = new KnownQuota();
  const minute = { limit: 60, remaining: 50, secondsToReset: 20 };
  quota.update({ minute, day: { limit: 1000, remaining: 0, secondsToReset: 4 * 3600 } }, 0);
  const wokenAt = 13 * 3600 * SECOND;
  assert.equal(quota.nextTurn({ inFlight: 0, lastSentAt: 0 }, false, wokenAt).at, wokenAt);
});

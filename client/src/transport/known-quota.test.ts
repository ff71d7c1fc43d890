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

/** The service's side: counts by its own clock, which differs from the client's by an offset, and tells as it does. */
class Counting {
  readonly #limits: Limits;
  readonly #offset: number;
  readonly #counts = new Map<string, number>();
  refused = 0;

  constructor(limits: Limits, offset: number) {
    this.#limits = limits;
    this.#offset = offset;
  }

  count(at: number) {
    const now = at + this.#offset;
    const windows = { minute: this.#use('minute', MINUTE, now), day: this.#use('day', DAY, now) };
    if (windows.minute.over || windows.day.over) this.refused += 1;
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

interface UnderWay {
  arrivesAt: number;
  answeredAt: number;
  answer?: ReturnType<Counting['count']>;
}

/** Requests on a network, which may overtake each other both ways. */
class Network {
  readonly #quota: KnownQuota;
  readonly #service: Counting;
  #underWay: UnderWay[] = [];

  constructor(quota: KnownQuota, service: Counting) {
    this.#quota = quota;
    this.#service = service;
  }

  get inFlight(): number {
    return this.#underWay.length;
  }

  /** When the next request or answer arrives. */
  get nextArrival(): number {
    return Math.min(
      ...this.#underWay.map(({ answer, arrivesAt, answeredAt }) => (answer ? answeredAt : arrivesAt)),
    );
  }

  send({ there, back }: Delays, now: number): void {
    this.#underWay.push({ arrivesAt: now + there, answeredAt: now + there + back });
    this.#underWay.sort((left, right) => left.arrivesAt - right.arrivesAt);
  }

  deliver(now: number): void {
    for (const one of this.#underWay.filter(({ arrivesAt }) => arrivesAt <= now)) {
      one.answer ??= this.#service.count(one.arrivesAt);
    }
    const [answered, others] = [true, false].map((isDue) =>
      this.#underWay.filter(({ answeredAt }) => answeredAt <= now === isDue),
    );
    this.#underWay = others ?? [];
    for (const { answer } of answered ?? []) if (answer !== undefined) this.#quota.learn(answer, now);
  }
}

/** Sends so many requests as early as they may go, the first one alone, and returns when each one went. */
function sendAll(service: Counting, delays: readonly Delays[], pace: boolean): number[] {
  const quota = new KnownQuota();
  const network = new Network(quota, service);
  const sentAt: number[] = [];
  let now = 0;
  for (const delay of delays) {
    let at = whenNext();
    while (at > now) {
      now = Math.min(at, network.nextArrival);
      network.deliver(now);
      at = whenNext();
    }
    network.send(delay, now);
    sentAt.push(now);
  }
  return sentAt;

  function whenNext(): number {
    const { inFlight } = network;
    const turn = quota.next({ inFlight, lastSentAt: sentAt.at(-1) }, pace, now);
    return turn?.at ?? (inFlight === 0 ? now : Number.POSITIVE_INFINITY);
  }
}

const someDelays = fc.array(
  fc.record({ there: fc.integer({ min: 0, max: 400 }), back: fc.integer({ min: 0, max: 400 }) }),
  { minLength: 70, maxLength: 150, size: 'max' },
);

/** What two windows share: a request may be sent in one and counted in the next. */
const someLimits = fc.record({ minute: fc.integer({ min: 5, max: 60 }), day: fc.constant(1_000_000) });

test('no request is refused that an earlier answer could have told of, wherever the minute begins and whatever overtakes what', () => {
  fc.assert(
    fc.property(
      someLimits,
      fc.integer({ min: 0, max: DAY }),
      someDelays,
      fc.boolean(),
      (limits, offset, delays, pace) => {
        const service = new Counting(limits, offset);
        sendAll(service, delays, pace);
        assert.equal(service.refused, 0);
      },
    ),
    { numRuns: 300 },
  );
});

test('the day is obeyed as the minute is, and not spread', () => {
  const service = new Counting({ minute: 100, day: 30 }, DAY / 2);
  const delays = Array.from({ length: 31 }, () => ({ there: 1, back: 1 }));
  const times = sendAll(service, delays, true);
  assert.equal(service.refused, 0);
  assert.ok((times[29] ?? DAY) < MINUTE, 'thirty go within the first minute');
  assert.ok((times[30] ?? 0) >= DAY / 2, 'the thirty-first waits for the next day');
});

test('with pace the requests of a minute keep the same distance', () => {
  const service = new Counting({ minute: 60, day: 1_000_000 }, 0);
  const times = sendAll(
    service,
    Array.from({ length: 300 }, () => ({ there: 5, back: 5 })),
    true,
  );
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  assert.ok(Math.max(...distances.slice(1)) < 1.2 * SECOND, `${Math.max(...distances.slice(1))} ms`);
  assert.ok(Math.min(...distances.slice(1)) > 0.8 * SECOND, `${Math.min(...distances.slice(1))} ms`);
});

test('a plan that changes is known with the next answer', () => {
  const quota = new KnownQuota();
  const window = (limit: number, remaining: number) => ({ limit, remaining, secondsToReset: 30 });
  quota.learn({ minute: window(60, 0), day: window(1000, 900) }, 0);
  assert.deepEqual(quota.next({ inFlight: 0, lastSentAt: 0 }, false, 1), {
    at: 30 * SECOND,
    usedUp: { limit: 60, window: 'minute' },
  });
  quota.learn({ minute: window(300, 240), day: window(10_000, 9_900) }, 1);
  assert.deepEqual(quota.next({ inFlight: 0, lastSentAt: 0 }, false, 2), { at: 2 });
});

test('a clock that was set, either way, is put right by the answers that follow', () => {
  const told = { limit: 60, remaining: 0, secondsToReset: 20 };
  const day = { limit: 100_000, remaining: 90_000, secondsToReset: 40_000 };
  const still = { inFlight: 0, lastSentAt: undefined };
  for (const jump of [-8 * 3600 * SECOND, -40 * SECOND, 12 * SECOND, 40 * SECOND, 8 * 3600 * SECOND]) {
    const quota = new KnownQuota();
    quota.learn({ minute: told, day }, 0);
    const now = jump + 5 * SECOND;
    const waits = (quota.next(still, false, now)?.at ?? 0) - now;
    assert.ok(waits <= MINUTE, `${waits} ms after a jump of ${jump}`);
    const later = now + Math.max(0, waits);
    quota.next(still, false, later);
    quota.learn({ minute: { ...told, secondsToReset: 30 }, day: { ...day, secondsToReset: 39_900 } }, later);
    assert.equal(quota.next(still, false, later)?.at, later + 30 * SECOND, `after a jump of ${jump}`);
  }
});

test('a day that is used up by the clock of before is over when the clock says so', () => {
  const quota = new KnownQuota();
  const minute = { limit: 60, remaining: 50, secondsToReset: 20 };
  quota.learn({ minute, day: { limit: 1000, remaining: 0, secondsToReset: 4 * 3600 } }, 0);
  const woken = 13 * 3600 * SECOND;
  assert.equal(quota.next({ inFlight: 0, lastSentAt: 0 }, false, woken)?.at, woken);
});

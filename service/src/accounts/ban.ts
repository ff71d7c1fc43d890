import { DAY, MINUTE } from '../core/clock.ts';

/** A temporary refusal of one API key. Times are milliseconds since the Unix epoch. */
export interface Ban {
  readonly startedAt: number;
  readonly endsAt: number;
}

const FIRST_BAN = 5 * MINUTE;
const LONGEST_BAN = DAY;

/** The clocks of several processes are not the same. */
const CLOCKS_DIFFER = MINUTE;

/** Whether a ban holds. One that has not begun was made while the clock was ahead, and must not outlast the mistake. */
export function isActive(ban: Ban | undefined, now: number): boolean {
  return ban !== undefined && !startsInFuture(ban.startedAt, now) && ban.endsAt > now;
}

/** Whether a ban was made by a clock that was ahead of this one. */
export function startsInFuture(startedAt: number, now: number): boolean {
  return startedAt > now + CLOCKS_DIFFER;
}

/** Whether a ban is longer than the one before it; `constant` is for readers, whose key may be in a public page. */
export type BanGrowth = 'doubling' | 'constant';

/**
 * The ban that begins now: 5 minutes. A doubling one is twice the last one if that ended within 24 hours, at most 24
 * hours.
 */
export function nextBan(last: Ban | undefined, now: number, growth: BanGrowth = 'doubling'): Ban {
  const again = growth === 'doubling' && last !== undefined && now - last.endsAt < DAY;
  const length = again ? Math.min(2 * (last.endsAt - last.startedAt), LONGEST_BAN) : FIRST_BAN;
  return { startedAt: now, endsAt: now + length };
}

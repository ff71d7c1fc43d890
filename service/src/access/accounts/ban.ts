import { DAY, MINUTE } from '../../platform/core/clock.ts';

/** A temporary refusal of one API key. Times are milliseconds since the Unix epoch. */
export interface Ban {
  readonly startedAt: number;
  readonly endsAt: number;
}

/** The start and the end of the last ban of a key that was not lifted; undefined if it has none. */
interface BannedKey {
  readonly bannedSince: number | undefined;
  readonly bannedUntil: number | undefined;
}

const FIRST_BAN = 5 * MINUTE;
const MAX_BAN = DAY;

/** The clocks of several processes may differ by this much. */
const CLOCK_TOLERANCE = MINUTE;

/** Returns true if a ban is in force. A ban that starts in the future was made by a wrong clock and is ignored. */
export function isActive(ban: Ban | undefined, now: number): boolean {
  return ban !== undefined && !startsInFuture(ban.startedAt, now) && ban.endsAt > now;
}

/** Returns the ban of a key that is in force at `now`. */
export function activeBan({ bannedSince, bannedUntil }: BannedKey, now: number): Ban | undefined {
  if (bannedSince === undefined || bannedUntil === undefined) return undefined;
  const ban = { startedAt: bannedSince, endsAt: bannedUntil };
  return isActive(ban, now) ? ban : undefined;
}

/** Returns true if the clock that set the start of a ban was ahead of this one. */
export function startsInFuture(startedAt: number, now: number): boolean {
  return startedAt > now + CLOCK_TOLERANCE;
}

/** `doubling`: each ban is twice as long as the last one. `constant`: for readers, whose key may be in a public page. */
export type BanGrowth = 'doubling' | 'constant';

/**
 * Returns the ban that starts now. It lasts 5 minutes; a doubling one twice as long as the last ban, at most 24 hours,
 * if that ended less than 24 hours ago.
 */
export function nextBan(last: Ban | undefined, now: number, growth: BanGrowth = 'doubling'): Ban {
  const doubles = growth === 'doubling' && last !== undefined && now - last.endsAt < DAY;
  const length = doubles ? Math.min(2 * (last.endsAt - last.startedAt), MAX_BAN) : FIRST_BAN;
  return { startedAt: now, endsAt: now + length };
}

import { DAY, MINUTE } from '../core/clock.ts';

/** A temporary refusal of one API key. Times are milliseconds since the Unix epoch. */
export interface Ban {
  readonly startedAt: number;
  readonly endsAt: number;
}

const FIRST_BAN = 5 * MINUTE;
const LONGEST_BAN = DAY;

/**
 * Whether a ban that ends at `endsAt` holds. No ban is longer than a day: one that seems so was made while the clock was
 * ahead, and must not outlast the mistake.
 */
export function banHolds(endsAt: number | undefined, now: number): boolean {
  return endsAt !== undefined && endsAt > now && endsAt - now <= LONGEST_BAN;
}

/** The ban that begins now: 5 minutes, or twice the last one if that ended within 24 hours; at most 24 hours. */
export function nextBan(last: Ban | undefined, now: number): Ban {
  const again = last !== undefined && now - last.endsAt < DAY;
  const length = again ? Math.min(2 * (last.endsAt - last.startedAt), LONGEST_BAN) : FIRST_BAN;
  return { startedAt: now, endsAt: now + length };
}

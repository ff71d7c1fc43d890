import { DAY, MINUTE } from '../core/clock.ts';

/** A temporary refusal of one API key. Times are milliseconds since the Unix epoch. */
export interface Ban {
  readonly startedAt: number;
  readonly endsAt: number;
}

const FIRST_BAN = 5 * MINUTE;
const LONGEST_BAN = DAY;

/** The ban that begins now: 5 minutes, or twice the last one if that ended within 24 hours; at most 24 hours. */
export function nextBan(last: Ban | undefined, now: number): Ban {
  const again = last !== undefined && now - last.endsAt < DAY;
  const length = again ? Math.min(2 * (last.endsAt - last.startedAt), LONGEST_BAN) : FIRST_BAN;
  return { startedAt: now, endsAt: now + length };
}

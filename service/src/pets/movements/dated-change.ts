import { actorOf } from '../../accounts/authenticate.ts';
import type { Clock } from '../../core/clock.ts';
import { localDay } from '../../core/local-days.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { Change } from '../../events/event.ts';
import type { Exchange } from '../../http/route.ts';

/** A change that may be a movement. */
export interface DatedChange extends Change {
  /** The day of the shelter, `YYYY-MM-DD`. */
  readonly today: string;
}

/** What routes need for `datedChange`. */
export interface ShelterTime {
  readonly clock: Clock;
  /** Returns the zone whose days the shelter counts. */
  readonly timeZone: () => MaybePromise<string>;
}

/** Returns the change that a request asks for now. */
export async function datedChange(
  exchange: Exchange,
  { clock, timeZone }: ShelterTime,
): Promise<DatedChange> {
  const at = clock.now();
  return { actor: actorOf(exchange), at, today: localDay(at, await timeZone()) };
}

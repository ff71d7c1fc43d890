import { actorOf } from '../../../access/accounts/authenticate.ts';
import type { Clock } from '../../../platform/core/clock.ts';
import { localDay } from '../../../platform/core/local-days.ts';
import type { MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Exchange } from '../../../platform/http/route.ts';
import type { Change } from '../../../record/events/event.ts';

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

import { dayOf, inZone } from '../ui/local-text.ts';
import { useTimeZone } from './use-settings.ts';

/** Shows a moment in the time zone of the shelter. */
export function Moment({ at }: { at: string }) {
  const timeZone = useTimeZone();
  return <time dateTime={at}>{inZone('moment', at, timeZone)}</time>;
}

/** Shows a moment, in Unix milliseconds, without its date if that is today. */
export function ShortMoment({ at }: { at: number }) {
  const timeZone = useTimeZone();
  const isToday = dayOf(at, timeZone) === dayOf(Date.now(), timeZone);
  return (
    <time dateTime={new Date(at).toISOString()}>{inZone(isToday ? 'time' : 'moment', at, timeZone)}</time>
  );
}

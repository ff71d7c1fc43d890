const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const NUMBER = new Intl.NumberFormat();

/** A moment in the reader's own time and manner of writing. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{MOMENT.format(new Date(at))}</time>;
}

/** A moment that is not far, in Unix milliseconds: with its day only if that is not today. */
export function SoonMoment({ at }: { at: number }) {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  return <time dateTime={moment.toISOString()}>{(isToday ? TIME : MOMENT).format(moment)}</time>;
}

/** A number as the reader writes it. */
export function written(value: number | bigint): string {
  return NUMBER.format(value);
}

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const NUMBER = new Intl.NumberFormat();

/** A moment in the reader's own time and manner of writing. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{MOMENT.format(new Date(at))}</time>;
}

/** A number as the reader writes it. */
export function written(value: number | bigint): string {
  return NUMBER.format(value);
}

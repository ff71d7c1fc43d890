const DAY_SECONDS = 86_400;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const END = Date.UTC(10_000, 0, 1);
/** The 1900 system has a 29 February 1900, which did not exist. The days before it are counted from one day later. */
const FALSE_LEAP_DAY = 60;

/**
 * Returns the date, the date and time, or (below 1) the time that a serial number stands for. Undefined if there is no such date
 * between 1900 and 9999.
 */
export function dateText(serial: number, is1904: boolean): string | undefined {
  const seconds = Math.round(serial * DAY_SECONDS);
  if (!(serial >= 0)) return undefined;
  const time = timeText(seconds % DAY_SECONDS);
  if (serial < 1) return time;
  const day = dayText(Math.floor(seconds / DAY_SECONDS), is1904);
  return day === undefined || time === '00:00:00' ? day : `${day}T${time}`;
}

function dayText(serial: number, is1904: boolean): string | undefined {
  if (!is1904 && serial === FALSE_LEAP_DAY) return undefined;
  const epoch = is1904 ? EPOCH_1904 : EPOCH_1900;
  const days = !is1904 && serial < FALSE_LEAP_DAY ? serial + 1 : serial;
  const time = epoch + days * DAY_SECONDS * 1000;
  return time < END ? new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length) : undefined;
}

function timeText(seconds: number): string {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

const ISO_DATE = /^(\d{4}-\d\d-\d\d)?(?:T?(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?)?(?:Z|[+-]\d\d:\d\d)?$/;

/** Returns the ISO 8601 text of a date cell without its zone and fraction, and without the time if that is midnight. */
export function isoDateText(text: string): string {
  const [matched, day, minutes, seconds = '00'] = ISO_DATE.exec(text) ?? [];
  if (!matched) return text;
  if (minutes === undefined) return day ?? text;
  const time = `${minutes}:${seconds}`;
  if (day === undefined) return time;
  return time === '00:00:00' ? day : `${day}T${time}`;
}

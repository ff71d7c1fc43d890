import { damaged } from '../package/sheet-fault.ts';
import { unescapeText } from '../package/xml.ts';

/** What cells refer to. */
export interface CellContext {
  readonly sharedStrings: readonly string[];
  /** Whether a style is a date, by its index. */
  readonly dateStyles: readonly boolean[];
  readonly is1904: boolean;
}

/**
 * Returns the text of a cell.
 *
 * @param content The content of its element `<v>`, or of `<is>`.
 * @throws {SheetFault} if a shared string is missing.
 */
export function cellText(type: string, content: string, style: number, context: CellContext): string {
  switch (type) {
    case 's':
      return sharedString(content.trim(), context);
    case 'n':
      return numericText(content.trim(), style, context);
    case 'b':
      return booleanText(content.trim());
    case 'd':
      return isoDateText(content.trim());
    case 'e':
      return content.trim() || '#VALUE!'; // An error is never read as an empty cell, which would erase a value.
    case 'str':
      return unescapeText(content);
    default:
      return content;
  }
}

function sharedString(index: string, { sharedStrings }: CellContext): string {
  if (index === '') return '';
  const text = sharedStrings[Number(index)];
  if (text === undefined) throw damaged();
  return text;
}

function numericText(content: string, style: number, { dateStyles, is1904 }: CellContext): string {
  const number = parseNumber(content);
  if (number === undefined) return content;
  return (dateStyles[style] ? dateText(number, is1904) : undefined) ?? numberText(number);
}

function booleanText(content: string): string {
  if (content === '1') return 'true';
  return content === '0' ? 'false' : content;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Longer texts are no numbers that a program wrote. */
const MAX_LENGTH = 400;
/** Spreadsheets calculate with 15 significant digits, and round longer numbers. */
const DIGITS = 15;
const MAX_EXACT = 10 ** DIGITS;

/** Returns the number of a cell, or undefined if the text is no finite number. */
export function parseNumber(text: string): number | undefined {
  if (text.length > MAX_LENGTH || !NUMBER.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/**
 * Returns a number with 15 significant digits in decimal notation. A number with more digits before the point is written with an
 * exponent, as spreadsheets show it, so that no one takes its rounded digits for an identification number.
 */
export function numberText(number: number): string {
  if (Number.isInteger(number) && Math.abs(number) < MAX_EXACT) return String(number === 0 ? 0 : number);
  const [mantissa = '', exponent] = number.toExponential(DIGITS - 1).split('e');
  if (Number(exponent) >= DIGITS) return `${mantissa.replace(/\.?0+$/, '')}E${exponent}`;
  const text = String(Number(number.toPrecision(DIGITS)));
  return text.includes('e') ? withoutExponent(text) : text;
}

/** Writes 1.5e-7 as 0.00000015. */
function withoutExponent(text: string): string {
  const [mantissa = '', exponent] = text.split('e-');
  const sign = mantissa.startsWith('-') ? '-' : '';
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replace(/[-.]/g, '')}`;
}

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

import { formatNumber } from '../texts/in-language.ts';
import { locale } from '../texts/language.ts';
import { TEXTS } from './figures-texts.ts';

const RATE = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

export function rateText(rate: number | null): string {
  return rate === null ? TEXTS.none : RATE.format(rate);
}

export function daysText(days: number | null): string {
  return days === null ? TEXTS.none : TEXTS.days(days);
}

export function dayNumber(days: number | null): string {
  return days === null ? TEXTS.none : formatNumber(days);
}

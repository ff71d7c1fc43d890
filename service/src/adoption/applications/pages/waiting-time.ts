import type { Language } from '../../../platform/core/languages.ts';

const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns a time to wait in words, such as "5 minutes", rounded up. */
export function waitingTime(seconds: number, language: Language): string {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ['second', 1];
  const count = Math.ceil(seconds / length);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

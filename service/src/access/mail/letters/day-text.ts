import type { Language } from '../../../platform/core/languages.ts';

/** Returns the day of a time, in words of a language. */
export function dayText(at: number, language: Language, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(at);
}

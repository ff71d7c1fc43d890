import type { Language } from '../../../platform/core/languages.ts';

const formats = new Map<Language, Intl.NumberFormat>();

/** Returns a distance in words of a language, such as "12 km". */
export function kilometres(km: number, language: Language): string {
  let format = formats.get(language);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 0 });
    formats.set(language, format);
  }
  return format.format(km);
}

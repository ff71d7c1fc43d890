import { language, locale } from './language.ts';
import type { Language } from './languages.ts';

/** Returns the texts of a part of the console in the language of the page. English has every text, and the others have the same. */
export function inLanguage<Texts>(
  texts: { en: Texts } & Record<Exclude<Language, 'en'>, NoInfer<Texts>>,
): Texts {
  return texts[language];
}

const PLURAL = new Intl.PluralRules(locale);
const NUMBER = new Intl.NumberFormat(locale);

const UNITS = { second: 1, minute: 60, hour: 3_600 };

/** Returns a time to wait, for example "20 seconds" or "5 minutes". */
export function waitText(seconds: number): string {
  const unit = seconds <= 100 ? 'second' : seconds <= 6_000 ? 'minute' : 'hour';
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.ceil(seconds / UNITS[unit]));
}

export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** Returns a number with its noun, for example "1,200 rows". */
export function plural(count: number, one: string, other: string): string {
  return `${formatNumber(count)} ${PLURAL.select(count) === 'one' ? one : other}`;
}

/** Texts that others read, each in their own language: those of every language. */
export function inEachLanguage<Texts>(
  texts: Readonly<Record<Language, Texts>>,
): Readonly<Record<Language, Texts>> {
  return texts;
}

/** Returns a name as it is inside of a sentence. Only its first letter changes, because German nouns have a capital letter. */
export function uncapitalised(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Returns a text as the beginning of a sentence. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

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

export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** Returns a number with its noun, for example "1,200 rows". */
export function plural(count: number, one: string, other: string): string {
  return `${formatNumber(count)} ${PLURAL.select(count) === 'one' ? one : other}`;
}

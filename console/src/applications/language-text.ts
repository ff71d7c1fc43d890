import { LANGUAGE_CODES, type Language } from '../texts/languages.ts';
import type { LanguageTexts } from './application.ts';

/** Returns a text in a language; without it, the first one that there is, as visitors see it. */
export function textIn(wanted: Language, texts: LanguageTexts | undefined): string {
  const found = [wanted, ...LANGUAGE_CODES].find((language) => texts?.[language] !== undefined);
  return found === undefined ? '' : (texts?.[found] ?? '');
}

/** Returns the languages that a text lacks. */
export function missingLanguages(texts: LanguageTexts): Language[] {
  return LANGUAGE_CODES.filter((language) => texts[language] === undefined);
}

/** Returns the languages, that of the page first. */
export function languagesFrom(first: Language): Language[] {
  return [first, ...LANGUAGE_CODES.filter((language) => language !== first)];
}

/** Returns texts of the API by language. It may lack a language that the console has. */
export function textsOf(texts: LanguageTexts = {}): LanguageTexts {
  return texts;
}

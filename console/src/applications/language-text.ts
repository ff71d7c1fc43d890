import { LANGUAGES, type Language } from '../texts/languages.ts';
import type { LanguageTexts } from './application.ts';

const ORDER = Object.keys(LANGUAGES) as Language[]; // a literal has only its keys

/** Returns a text in a language; without it, the first one that there is, as visitors see it. */
export function textIn(wanted: Language, texts: LanguageTexts | undefined): string {
  const found = [wanted, ...ORDER].find((language) => texts?.[language] !== undefined);
  return found === undefined ? '' : (texts?.[found] ?? '');
}

/** Returns the languages that a text lacks. */
export function missingLanguages(texts: LanguageTexts): Language[] {
  return ORDER.filter((language) => texts[language] === undefined);
}

/** Returns the languages, that of the page first. */
export function languagesFrom(first: Language): Language[] {
  return [first, ...ORDER.filter((language) => language !== first)];
}

/** Returns texts of the API by language. It may lack a language that the console has. */
export function textsOf(texts: LanguageTexts = {}): LanguageTexts {
  return texts;
}

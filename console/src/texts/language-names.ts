import { language } from './language.ts';
import { LANGUAGES, type Language } from './languages.ts';

const NAMES = new Intl.DisplayNames([language], { type: 'language' });

/** Returns the name of a language in the language of this page, as inside a sentence: `español` in Spanish. */
export function languageName(code: Language): string {
  return NAMES.of(code) ?? LANGUAGES[code];
}

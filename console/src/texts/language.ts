import { StoredSetting } from '../stored-setting.ts';
import { LANGUAGE_CODES, type Language } from './languages.ts';

const chosenLanguage = new StoredSetting('petstore.language');

/** The language of this page: the one that the user chose, else the first of the browser's that the console has. */
export const language: Language = languageOf(chosenLanguage.read()) ?? languageOf(browserLocale()) ?? 'en';

/** How dates and numbers are written: as in the browser's region, if it has this language. */
export const locale: string =
  languageOf(browserLocale()) === language ? (browserLocale() ?? language) : language;

/** Takes effect when the page is loaded the next time. */
export function saveLanguage(chosen: Language): void {
  chosenLanguage.save(chosen);
}

function browserLocale(): string | undefined {
  return navigator.languages.find((tag) => languageOf(tag) !== undefined);
}

function languageOf(tag: string | undefined): Language | undefined {
  return LANGUAGE_CODES.find((known) => known === tag?.split('-')[0]);
}

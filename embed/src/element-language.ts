import { type Language, TEXTS } from './language.ts';

/** Returns the language of an element: its own `lang`, else the one of the page. English if there is no translation. */
export function languageOf(element: Element): Language {
  const [tag = ''] = (element.closest('[lang]')?.getAttribute('lang') ?? '').toLowerCase().split('-');
  return Object.hasOwn(TEXTS, tag) ? (tag as Language) : 'en';
}

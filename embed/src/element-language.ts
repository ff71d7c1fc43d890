import type { Language } from './language.ts';

/** Returns the language of an element: its own `lang`, else the one of the page. English if there is no translation. */
export function languageOf(element: Element): Language {
  const lang = element.closest('[lang]')?.getAttribute('lang') ?? '';
  return /^es\b/i.test(lang) ? 'es' : 'en';
}

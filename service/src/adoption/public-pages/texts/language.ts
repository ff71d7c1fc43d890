import { BoundedMap } from '../../../platform/core/bounded-map.ts';
import { LANGUAGES, type Language } from '../../../platform/core/languages.ts';
import { weightsOf } from '../../../platform/http/responses/content-coding.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import type { Texts } from './texts.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = { en: EN, es: ES, fr: FR, de: DE };

const [DEFAULT] = LANGUAGES;

export function knownLanguage(tag: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === tag);
}

/** Caches parsed values: browsers send few different ones. */
const preferences = new BoundedMap<string, Language>(200);
const MAX_LENGTH = 200;

/** Returns the language that a client prefers by its `Accept-Language` (RFC 9110, section 12.5.4), which may name regions. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined || acceptLanguage.length > MAX_LENGTH) return DEFAULT;
  const cached = preferences.get(acceptLanguage);
  if (cached !== undefined) return cached;
  const language = negotiate(acceptLanguage);
  preferences.set(acceptLanguage, language);
  return language;
}

function negotiate(acceptLanguage: string): Language {
  const wanted = [...weightsOf(acceptLanguage)]
    .filter(([, weight]) => weight > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([tag]) => knownLanguage(tag.split('-', 1)[0]));
  return wanted.find((language) => language !== undefined) ?? DEFAULT;
}

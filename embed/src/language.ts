import { DE } from './texts/de.ts';
import { EN } from './texts/en.ts';
import { ES } from './texts/es.ts';
import { FR } from './texts/fr.ts';
import type { Texts } from './texts/texts.ts';

export const TEXTS = { en: EN, es: ES, fr: FR, de: DE } satisfies Record<string, Texts>;
export type Language = keyof typeof TEXTS;

import { EN } from './texts/en.ts';
import { ES } from './texts/es.ts';
import type { Texts } from './texts/texts.ts';

export const TEXTS = { en: EN, es: ES } satisfies Record<string, Texts>;
export type Language = keyof typeof TEXTS;

import type { Language } from '../../../../platform/core/languages.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import type { PageTexts } from './page-texts.ts';

export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = { en: EN, es: ES, fr: FR, de: DE };

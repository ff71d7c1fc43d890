import type { Language } from '../../../../platform/core/languages.ts';
import type { LetterTexts } from '../letter-texts.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';

export const LETTER_TEXTS: Readonly<Record<Language, LetterTexts>> = { en: EN, es: ES, fr: FR, de: DE };

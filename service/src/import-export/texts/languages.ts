import type { ImportLanguage } from '../../database/column-values.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import type { ImportTexts } from './import-texts.ts';

export const IMPORT_TEXTS: Readonly<Record<ImportLanguage, ImportTexts>> = { en: EN, es: ES };

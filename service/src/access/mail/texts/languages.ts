import { Type } from 'typebox';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import type { MailTexts } from './mail-texts.ts';

/** The languages of e-mails. */
const MAIL_LANGUAGES = ['en', 'es', 'fr', 'de'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** That of a request that names none. */
export const DEFAULT_LANGUAGE: MailLanguage = 'en';

export const MAIL_TEXTS: Readonly<Record<MailLanguage, MailTexts>> = { en: EN, es: ES, fr: FR, de: DE };

/** The member of a request that names the language of an e-mail. */
export const languageMember = Type.Optional(
  Type.Unsafe<MailLanguage>({
    type: 'string',
    enum: [...MAIL_LANGUAGES],
    default: DEFAULT_LANGUAGE,
    description: 'The language of the e-mail.',
  }),
);

import { type Static, Type } from 'typebox';
import { LANGUAGES, type Language } from '../../../platform/core/languages.ts';
import type { LetterKind } from '../../../platform/database/column-values.ts';
import { LETTER_KINDS, PLACEHOLDERS, type Placeholder } from './letter-texts.ts';
import { LETTER_TEXTS } from './texts/languages.ts';

const MAX_SUBJECT = 200;
const MAX_BODY = 5_000;

const kind = Type.Unsafe<LetterKind>({
  type: 'string',
  enum: [...LETTER_KINDS],
  description:
    '`received`: an application has arrived. `asked`: a message of the shelter. `accepted`, `declined`: the decision. `closed`: the animal no longer looks for a home.',
});
const language = Type.Unsafe<Language>({
  type: 'string',
  enum: [...LANGUAGES],
  description: 'The language of the letter, which is that of the applicant.',
});
const text = {
  subject: Type.String({ minLength: 1, maxLength: MAX_SUBJECT, description: 'One line, with placeholders.' }),
  body: Type.String({
    minLength: 1,
    maxLength: MAX_BODY,
    description:
      'Plain text with placeholders such as `{animal}`. An empty line begins a paragraph; a paragraph with a placeholder that has no value is left out.',
  }),
};
const placeholders = (description: string) =>
  Type.Array(Type.Unsafe<Placeholder>({ type: 'string', enum: [...PLACEHOLDERS] }), { description });

const TEXT_EXAMPLE = { kind: 'declined', language: 'en', ...LETTER_TEXTS.en.kinds.declined } as const;
const SHOWN_EXAMPLE = {
  ...TEXT_EXAMPLE,
  isChanged: false,
  delivered: LETTER_TEXTS.en.kinds.declined,
  placeholders: ['animal', 'shelter', 'message', 'link'],
  required: [],
};
export const TEXTS_EXAMPLE = { texts: [SHOWN_EXAMPLE] };
export const PREVIEW_EXAMPLE = {
  subject: 'Your application for Bella',
  text: 'Hello,\n…\n',
  html: '<!doctype html>…',
};

const EmailTextSchema = Type.Object(
  { kind, language, ...text },
  {
    $id: 'EmailText',
    additionalProperties: false,
    description: 'The text of a letter to an applicant.',
    examples: [TEXT_EXAMPLE],
  },
);
const EmailTextsRequestSchema = Type.Object(
  {
    texts: Type.Array(Type.Unsafe<Static<typeof EmailTextSchema>>({ $ref: 'EmailText#' }), {
      maxItems: LETTER_KINDS.length * LANGUAGES.length,
      description: 'The texts that differ from those delivered. The others are as delivered.',
    }),
  },
  {
    $id: 'EmailTextsRequest',
    additionalProperties: false,
    description: 'All texts that an admin has changed.',
    examples: [{ texts: [TEXT_EXAMPLE] }],
  },
);
export type EmailTextRequest = Static<typeof EmailTextSchema>;
export type EmailTextsRequest = Static<typeof EmailTextsRequestSchema>;

export const LETTER_SCHEMAS = [
  EmailTextSchema,
  EmailTextsRequestSchema,
  Type.Object(
    {
      texts: Type.Array(
        Type.Object({
          kind,
          language,
          ...text,
          isChanged: Type.Boolean({ description: 'True if an admin has changed it.' }),
          delivered: Type.Object(text, { description: 'The text as delivered.' }),
          placeholders: placeholders('What the text may have in braces.'),
          required: placeholders('What the text must have in braces.'),
        }),
        { description: 'One for each kind and language.' },
      ),
    },
    { $id: 'EmailTexts', description: 'The texts of the letters to applicants.', examples: [TEXTS_EXAMPLE] },
  ),
  Type.Object(
    {
      subject: Type.String({ description: 'The subject.' }),
      text: Type.String({ description: 'The letter as plain text.' }),
      html: Type.String({ description: 'The letter as HTML.' }),
    },
    { $id: 'EmailPreview', description: 'A letter with sample values.', examples: [PREVIEW_EXAMPLE] },
  ),
];

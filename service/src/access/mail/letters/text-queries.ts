import type { Language } from '../../../platform/core/languages.ts';
import type { LetterKind } from '../../../platform/database/column-values.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';
import type { LetterText } from './letter-texts.ts';
import { LETTER_TEXTS } from './texts/languages.ts';

/** A text that an admin has changed. */
export interface ChangedText extends LetterText {
  readonly kind: LetterKind;
  readonly language: Language;
}

const all = new PreparedQuery((db, _: object) =>
  db.selectFrom('email_texts').select(['kind', 'language', 'subject', 'body']),
);

export function readChangedTexts(db: Queries) {
  return all.all(db, {});
}

const one = new PreparedQuery((db, { kind, language }: Pick<ChangedText, 'kind' | 'language'>) =>
  db
    .selectFrom('email_texts')
    .select(['subject', 'body'])
    .where('kind', '=', kind)
    .where('language', '=', language),
);

/** Returns the text of a letter: that of an admin, or as delivered. */
export async function readLetterText(db: Queries, kind: LetterKind, language: Language): Promise<LetterText> {
  return (await one.first(db, { kind, language })) ?? LETTER_TEXTS[language].kinds[kind];
}

const upsert = new PreparedQuery((db, { kind, language, subject, body }: ChangedText) =>
  db
    .insertInto('email_texts')
    .values({ kind, language, subject, body })
    .onConflict((conflict) => conflict.columns(['kind', 'language']).doUpdateSet({ subject, body })),
);

const deletion = new PreparedQuery((db, { kind, language }: Pick<ChangedText, 'kind' | 'language'>) =>
  db.deleteFrom('email_texts').where('kind', '=', kind).where('language', '=', language),
);

export async function writeChangedText(db: Queries, text: ChangedText): Promise<void> {
  await upsert.all(db, text);
}

export async function removeChangedText(
  db: Queries,
  text: Pick<ChangedText, 'kind' | 'language'>,
): Promise<void> {
  await deletion.all(db, text);
}

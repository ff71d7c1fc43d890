import type { ImportPreview } from '@petstore/client';
import type { Answers } from './answers.ts';
import { choicesOf, FIELDS, isWordField, type Meaning, STATUS_CHOICES } from './fields.ts';
import { isObject } from './guessed-source.ts';

/** Returns true if the file has all columns of the answers: another sheet of it may have others. */
export function hasColumnsOf({ columns }: ImportPreview, { fields }: Answers): boolean {
  return Object.values(fields).every((column) => columns.some(({ name }) => name === column));
}

/**
 * Returns what of stored answers fits a file; undefined if they have another format. The order of the dates is not among it,
 * because it is asked for each file.
 */
export function fittingAnswers(stored: unknown, preview: ImportPreview): Answers | undefined {
  if (!isObject(stored) || !isObject(stored.fields) || !isObject(stored.meanings)) return undefined;
  const { fields, meanings, kind, status, currency } = stored;
  const hasStatus = STATUS_CHOICES.find(({ meaning }) => meaning === status);
  return {
    fields: Object.fromEntries(
      FIELDS.flatMap((field) => {
        const column = preview.columns.find(({ name }) => name === fields[field])?.name;
        return column === undefined ? [] : [[field, column]];
      }),
    ),
    meanings: Object.fromEntries(
      FIELDS.filter(isWordField).flatMap((field) => {
        const chosen = possible(meanings[field], choicesOf(field));
        return Object.keys(chosen).length === 0 ? [] : [[field, chosen]];
      }),
    ),
    ...(typeof kind === 'string' && { kind }),
    ...(hasStatus !== undefined && { status: hasStatus.meaning }),
    ...(typeof currency === 'string' && { currency }),
  };
}

/** Returns the meanings that can still be chosen. */
function possible(
  table: unknown,
  choices: ReadonlyArray<{ readonly meaning: Meaning }>,
): Readonly<Record<string, Meaning>> {
  const entries = isObject(table) ? Object.entries(table) : [];
  return Object.fromEntries(
    entries.flatMap(([text, value]) => {
      const choice = choices.find(({ meaning }) => meaning === value);
      return choice === undefined ? [] : [[text, choice.meaning]];
    }),
  );
}

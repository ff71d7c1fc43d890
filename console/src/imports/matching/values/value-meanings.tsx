import { useId } from 'react';
import { type Answers, meaningOf, type PreviewColumn, valuesFor } from '../answers.ts';
import { FIELD_LABELS } from '../field-names.ts';
import { choicesOf, type Meaning, type WordField } from '../fields.ts';
import { TEXTS } from '../matching-texts.ts';
import { MoreValues } from './understood-values.tsx';

interface ValueMeaningsProps {
  field: WordField;
  column: PreviewColumn;
  answers: Answers;
  onChange(meanings: Readonly<Record<string, Meaning>>): void;
}

/** What each value of a column means, with its number of rows. A status that is not understood has to be chosen. */
export function ValueMeanings({ field, column, answers, onChange }: ValueMeaningsProps) {
  const id = useId();
  const choices = choicesOf(field);
  const chosen = answers.meanings[field] ?? {};
  return (
    <div className="meanings">
      <p className="detail">{TEXTS.meanings(FIELD_LABELS[field])}</p>
      <ul>
        {valuesFor(field, column).map((value, index) => {
          const meaning = meaningOf(field, value, answers);
          const at = choices.findIndex((choice) => choice.meaning === meaning);
          return (
            <li key={value.text} className={at === -1 ? 'undecided' : undefined}>
              <label htmlFor={`${id}-${index}`}>
                {value.text.trim() || TEXTS.emptyValue}{' '}
                <span className="detail">{TEXTS.rowsOf(value.rows)}</span>
              </label>
              <select
                id={`${id}-${index}`}
                value={at}
                onChange={({ target }) => {
                  const choice = choices[Number(target.value)];
                  if (choice !== undefined) onChange({ ...chosen, [value.text]: choice.meaning });
                }}
              >
                {at === -1 && <option value={-1}>{TEXTS.choose}</option>}
                {choices.map(({ label }, choice) => (
                  <option key={label} value={choice}>
                    {label}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
      <MoreValues column={column} />
    </div>
  );
}

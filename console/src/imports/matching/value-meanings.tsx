import { useId } from 'react';
import { TEXTS } from './matching-texts.ts';
import { CHOICES, type ChoiceField, guessChoice } from './value-guesses.ts';

const MAX_VALUES = 30;

interface ValueMeaningsProps {
  field: ChoiceField;
  values: readonly string[];
  /** The choices that differ from the guesses. */
  chosen: Readonly<Record<string, number>>;
  onChange(chosen: Readonly<Record<string, number>>): void;
}

/** What the values of a column mean. They are guessed, and can be corrected. Those of the status decide what is imported, and are open. */
export function ValueMeanings({ field, values, chosen, onChange }: ValueMeaningsProps) {
  const id = useId();
  const shown = values.filter((value) => field === 'status' || value !== '').slice(0, MAX_VALUES);
  return (
    <details className="meanings" open={field === 'status'}>
      <summary>{TEXTS.meanings}</summary>
      <ul>
        {shown.map((value, index) => (
          <li key={value}>
            <label htmlFor={`${id}-${index}`}>{value || TEXTS.emptyValue}</label>
            <select
              id={`${id}-${index}`}
              value={chosen[value] ?? guessChoice(field, value)}
              onChange={({ target }) => onChange({ ...chosen, [value]: Number(target.value) })}
            >
              {CHOICES[field].map(({ label }, choice) => (
                <option key={label} value={choice}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </details>
  );
}

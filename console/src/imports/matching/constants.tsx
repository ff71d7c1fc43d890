import { useId } from 'react';
import type { Answers } from './answers.ts';
import { STATUS_CHOICES } from './fields.ts';
import type { KnownCategory } from './mapping.ts';
import { TEXTS } from './matching-texts.ts';

interface ConstantsProps {
  answers: Answers;
  categories: readonly KnownCategory[];
  onChange(answers: Answers): void;
}

/** The kind and the status of all animals of a file that has no columns for them. */
export function Constants({ answers, categories, onChange }: ConstantsProps) {
  const id = useId();
  const { fields, kind = '', status } = answers;
  const at = status === undefined ? -1 : STATUS_CHOICES.findIndex(({ meaning }) => meaning === status);
  return (
    <>
      {fields.categoryId === undefined && (
        <p className="constant">
          <label htmlFor={`${id}-kind`}>{TEXTS.allKind}</label>
          <input
            id={`${id}-kind`}
            list={`${id}-kinds`}
            value={kind}
            maxLength={100}
            onChange={({ target }) => onChange({ ...answers, kind: target.value })}
          />
          <datalist id={`${id}-kinds`}>
            {categories.map(({ name }) => name !== undefined && <option key={name} value={name} />)}
          </datalist>
        </p>
      )}
      {fields.status === undefined && (
        <p className="constant">
          <label htmlFor={`${id}-status`}>{TEXTS.allStatus}</label>
          <select
            id={`${id}-status`}
            value={at}
            onChange={({ target }) => {
              const choice = STATUS_CHOICES[Number(target.value)];
              if (choice !== undefined) onChange({ ...answers, status: choice.meaning });
            }}
          >
            {at === -1 && <option value={-1}>{TEXTS.choose}</option>}
            {STATUS_CHOICES.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </select>
        </p>
      )}
    </>
  );
}

import { useId } from 'react';
import { type Answers, hasMovements } from './answers.ts';
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
  // How an animal left decides its status, so this is that of the others.
  const isOfOthers = hasMovements(answers);
  const choices = STATUS_CHOICES.filter(({ meaning }) => !isOfOthers || meaning !== 'sold');
  const chosen = status === undefined && isOfOthers ? null : status;
  const at = choices.findIndex(({ meaning }) => meaning === chosen);
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
          <label htmlFor={`${id}-status`}>{isOfOthers ? TEXTS.inCareStatus : TEXTS.allStatus}</label>
          <select
            id={`${id}-status`}
            value={at}
            onChange={({ target }) => {
              const choice = choices[Number(target.value)];
              if (choice !== undefined) onChange({ ...answers, status: choice.meaning });
            }}
          >
            {at === -1 && <option value={-1}>{TEXTS.choose}</option>}
            {choices.map(({ label }, index) => (
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

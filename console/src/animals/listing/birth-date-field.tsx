import type { Profile } from '@petstore/client';
import { useId, useRef, useState } from 'react';
import { FormField } from '../../ui/forms/form-field.tsx';
import { setField } from '../../ui/forms/form-values.ts';
import { birthDateAt, dayOf } from './age.ts';
import { TEXTS } from './field-texts.ts';
import { profileWords } from './profile-words.ts';

const MONTHS_OF = { years: 12, months: 1 } as const;
type Unit = keyof typeof MONTHS_OF;

/** The date of birth with the age on that date, or an age that sets the date as an estimate. */
export function BirthDateField({ birthDate = '', birthDateEstimated = false }: Profile) {
  const date = useRef<HTMLInputElement>(null);
  const estimated = useRef<HTMLInputElement>(null);
  const [born, setBorn] = useState(birthDate);
  const [isEstimated, setEstimated] = useState(birthDateEstimated);
  const [unit, setUnit] = useState<Unit>('years');
  const ageId = useId();
  const now = Date.now();
  const [words] = born === '' ? [] : profileWords({ birthDate: born, birthDateEstimated: isEstimated }, now);
  const enter = (age: number, ofUnit: Unit) => {
    if (date.current === null || !(age >= 0)) return;
    setField(date.current, birthDateAt(Math.round(age * MONTHS_OF[ofUnit]), dayOf(now)));
    if (estimated.current?.checked === false) estimated.current.click();
  };
  const age = useRef<HTMLInputElement>(null);
  return (
    <>
      <FormField name="birthDate" label={TEXTS.birthDate} hint={words}>
        {(field) => (
          <input
            {...field}
            ref={date}
            type="date"
            max={dayOf(now)}
            defaultValue={birthDate}
            onChange={(event) => setBorn(event.target.value)}
          />
        )}
      </FormField>
      <label htmlFor={ageId}>{TEXTS.orAge}</label>
      <div className="age-fields">
        {/* Without names: only the date is saved, and kept as a draft. */}
        <input
          ref={age}
          id={ageId}
          type="number"
          inputMode="numeric"
          min={0}
          max={480}
          autoComplete="off"
          onChange={({ target }) => target.value !== '' && enter(target.valueAsNumber, unit)}
        />
        <select
          aria-label={TEXTS.ageUnit}
          value={unit}
          onChange={({ target }) => {
            const chosen = target.value as Unit; // one of the options
            setUnit(chosen);
            if (age.current !== null && age.current.value !== '') enter(age.current.valueAsNumber, chosen);
          }}
        >
          <option value="years">{TEXTS.years}</option>
          <option value="months">{TEXTS.months}</option>
        </select>
      </div>
      <label className="check">
        <input
          ref={estimated}
          type="checkbox"
          name="birthDateEstimated"
          defaultChecked={birthDateEstimated}
          onChange={(event) => setEstimated(event.target.checked)}
        />{' '}
        {TEXTS.birthDateEstimated}
      </label>
    </>
  );
}

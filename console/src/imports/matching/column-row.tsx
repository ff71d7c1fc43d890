import { useId } from 'react';
import { type Table, valuesOf } from '../spreadsheet/table.ts';
import { type Columns, FIELD_NAMES, type Field } from './column-guesses.ts';
import { FIELD_LABELS } from './field-names.ts';
import { TEXTS } from './matching-texts.ts';
import type { Matching } from './remembered.ts';
import { isChoiceField } from './value-guesses.ts';
import { ValueMeanings } from './value-meanings.tsx';

const MAX_EXAMPLES = 3;

interface ColumnRowProps {
  column: string;
  table: Table;
  matching: Matching;
  onChange(matching: Matching): void;
}

/** One column: its first values, and the field that it has. */
export function ColumnRow({ column, table, matching, onChange }: ColumnRowProps) {
  const id = useId();
  const values = valuesOf(table, column);
  const examples = values.filter((value) => value.trim() !== '').slice(0, MAX_EXAMPLES);
  const field = FIELD_NAMES.find((name) => matching.columns[name] === column);
  const choose = (chosen: Field | undefined) =>
    onChange({ ...matching, columns: withColumn(matching.columns, column, chosen) });
  return (
    <li>
      <label htmlFor={id}>{column}</label>
      <p className="detail examples">{examples.join(' · ') || TEXTS.emptyColumn}</p>
      <select
        id={id}
        value={field ?? ''}
        onChange={({ target }) => choose(FIELD_NAMES.find((name) => name === target.value))}
      >
        <option value="">{TEXTS.leaveOut}</option>
        {FIELD_NAMES.map((name) => (
          <option key={name} value={name}>
            {FIELD_LABELS[name]}
          </option>
        ))}
      </select>
      {field !== undefined && isChoiceField(field) && (
        <ValueMeanings
          field={field}
          values={values}
          chosen={matching.choices[field] ?? {}}
          onChange={(chosen) => onChange({ ...matching, choices: { ...matching.choices, [field]: chosen } })}
        />
      )}
    </li>
  );
}

/** A column has one field, and a field one column. */
function withColumn(columns: Columns, column: string, field: Field | undefined): Columns {
  const others = Object.entries(columns).filter(([name, one]) => name !== field && one !== column);
  return Object.fromEntries(field === undefined ? others : [...others, [field, column]]);
}

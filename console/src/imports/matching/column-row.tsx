import { useId } from 'react';
import { type Answers, type DateOrder, type PreviewColumn, valuesFor } from './answers.ts';
import { FIELD_LABELS } from './field-names.ts';
import { DATE_FIELDS, FIELDS, type Field, isWordField } from './fields.ts';
import type { KnownCategory } from './mapping.ts';
import { TEXTS } from './matching-texts.ts';
import { CurrencyField } from './values/currency-field.tsx';
import { UnderstoodDates, UnderstoodKinds } from './values/understood-values.tsx';
import { ValueMeanings } from './values/value-meanings.tsx';

const MAX_EXAMPLES = 3;

interface ColumnRowProps {
  column: PreviewColumn;
  answers: Answers;
  /** The order of the dates, as far as it is known. */
  order: DateOrder | undefined;
  categories: readonly KnownCategory[];
  onChange(answers: Answers): void;
}

/** One column: its first values, the fields that it has, and what its values mean in each of them. */
export function ColumnRow({ column, answers, order, categories, onChange }: ColumnRowProps) {
  const id = useId();
  const { name } = column;
  const examples = column.values.map(({ text }) => text).filter((text) => text.trim() !== '');
  const fields = FIELDS.filter((field) => answers.fields[field] === name);
  const choose = (old: Field | undefined, chosen: Field | undefined) =>
    onChange({ ...answers, fields: withField(answers.fields, name, old, chosen) });
  const [first] = fields;
  return (
    <li>
      <label htmlFor={id}>{name}</label>
      <p className="detail examples">{examples.slice(0, MAX_EXAMPLES).join(' · ') || TEXTS.emptyColumn}</p>
      <div className="fields">
        <FieldSelect
          id={id}
          value={first}
          none={TEXTS.leaveOut}
          onChoose={(chosen) => choose(first, chosen)}
        />
        {fields.slice(1).map((field) => (
          <FieldSelect
            key={field}
            label={TEXTS.and(name)}
            value={field}
            none={TEXTS.leaveOut}
            onChoose={(chosen) => choose(field, chosen)}
          />
        ))}
        {fields.length === 1 && (
          <FieldSelect
            label={TEXTS.and(name)}
            value={undefined}
            none={TEXTS.also}
            onChoose={(chosen) => choose(undefined, chosen)}
          />
        )}
      </div>
      {fields.map((field) => (
        <Understood key={field} {...{ field, column, answers, order, categories, onChange }} />
      ))}
    </li>
  );
}

interface FieldSelectProps {
  id?: string;
  label?: string;
  value: Field | undefined;
  none: string;
  onChoose(field: Field | undefined): void;
}

function FieldSelect({ id, label, value, none, onChoose }: FieldSelectProps) {
  return (
    <select
      id={id}
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoose(FIELDS.find((field) => field === target.value))}
    >
      <option value="">{none}</option>
      {FIELDS.map((field) => (
        <option key={field} value={field}>
          {FIELD_LABELS[field]}
        </option>
      ))}
    </select>
  );
}

function Understood({
  field,
  column,
  answers,
  order,
  categories,
  onChange,
}: ColumnRowProps & { field: Field }) {
  if (DATE_FIELDS.includes(field)) return <UnderstoodDates column={column} order={order} />;
  if (field === 'categoryId') return <UnderstoodKinds column={column} categories={categories} />;
  if (field === 'adoptionFee') return <CurrencyField column={column} answers={answers} onChange={onChange} />;
  if (!isWordField(field) || valuesFor(field, column).length === 0) return null;
  return (
    <ValueMeanings
      field={field}
      column={column}
      answers={answers}
      onChange={(meanings) => onChange({ ...answers, meanings: { ...answers.meanings, [field]: meanings } })}
    />
  );
}

/** A field has one column. */
function withField(
  fields: Answers['fields'],
  column: string,
  old: Field | undefined,
  chosen: Field | undefined,
): Answers['fields'] {
  const others = Object.entries(fields).filter(([name]) => name !== old && name !== chosen);
  return Object.fromEntries(chosen === undefined ? others : [...others, [chosen, column]]);
}

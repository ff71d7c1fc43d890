import { FormField } from '../ui/forms/form-field.tsx';

interface SelectProps {
  label: string;
  name: string;
  choices: Readonly<Record<string, string>>;
  defaultValue: string;
}

/** A field with fixed choices. A value that is not one of them stays selectable. */
export function Select({ label, name, choices, defaultValue }: SelectProps) {
  const all = defaultValue in choices ? choices : { ...choices, [defaultValue]: defaultValue };
  return (
    <FormField name={name} label={label}>
      {(field) => (
        <select {...field} defaultValue={defaultValue}>
          {Object.entries(all).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

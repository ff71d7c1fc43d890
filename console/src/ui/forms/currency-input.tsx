import type { FieldInput } from './form-field.tsx';

/** A field for the code of a currency. */
export function CurrencyInput({ defaultValue, ...field }: FieldInput & { defaultValue: string | undefined }) {
  return (
    <input
      {...field}
      maxLength={3}
      autoCapitalize="characters"
      spellCheck={false}
      placeholder="USD"
      defaultValue={defaultValue}
      autoComplete="off"
    />
  );
}

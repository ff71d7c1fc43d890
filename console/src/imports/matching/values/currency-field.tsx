import { useId } from 'react';
import type { Answers, PreviewColumn } from '../answers.ts';
import { TEXTS } from '../matching-texts.ts';

const USUAL = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'MXN'];

/** The currency of the adoption fees. A symbol suggests one, and the user states it. */
export function CurrencyField({
  column,
  answers,
  onChange,
}: {
  column: PreviewColumn;
  answers: Answers;
  onChange(answers: Answers): void;
}) {
  const id = useId();
  const [suggested] = column.currencies;
  const codes = [...new Set([...column.currencies, ...USUAL])];
  return (
    <div className="meanings currency">
      <label htmlFor={id}>{TEXTS.currency}</label>{' '}
      <input
        id={id}
        list={`${id}-codes`}
        value={answers.currency ?? ''}
        maxLength={3}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        size={5}
        required
        onChange={({ target }) => onChange({ ...answers, currency: target.value.toUpperCase() })}
      />
      <datalist id={`${id}-codes`}>
        {codes.map((code) => (
          <option key={code} value={code} label={code === suggested ? TEXTS.suggestedCurrency(code) : code} />
        ))}
      </datalist>
      <p className="hint">
        {suggested === undefined ? TEXTS.currencyHint : TEXTS.currencySuggestion(suggested)}
      </p>
    </div>
  );
}

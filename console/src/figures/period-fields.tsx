import { type FiguresSubject, hrefOf } from '../route.ts';
import { longMonth } from '../ui/local-text.ts';
import { TEXTS } from './figures-texts.ts';

interface PeriodFieldsProps {
  about: FiguresSubject | undefined;
  /** The months to choose from, newest first. */
  months: readonly string[];
  from: string;
  to: string;
}

/** The first and the last month of the report. They are in the address, so that it can be kept and sent. */
export function PeriodFields({ about, months, from, to }: PeriodFieldsProps) {
  const show = (period: { from: string; to: string }) => {
    location.hash = hrefOf({ page: 'figures', about, ...period });
  };
  const year = Number((months[0] ?? to).slice(0, 4));
  const lastYear = { from: `${year - 1}-01`, to: `${year - 1}-12` };
  return (
    <fieldset className="figures-fields not-printed">
      <legend className="visually-hidden">{TEXTS.months}</legend>
      <MonthSelect
        label={TEXTS.from}
        months={months}
        value={from}
        onChange={(value) => show({ from: value, to: value > to ? value : to })}
      />
      <MonthSelect
        label={TEXTS.to}
        months={months}
        value={to}
        onChange={(value) => show({ from: value < from ? value : from, to: value })}
      />
      <button type="button" onClick={() => show({ from: `${year}-01`, to: months[0] ?? to })}>
        {TEXTS.thisYear}
      </button>
      <button type="button" onClick={() => show(lastYear)}>
        {TEXTS.year(String(year - 1))}
      </button>
    </fieldset>
  );
}

interface MonthSelectProps {
  label: string;
  months: readonly string[];
  value: string;
  onChange(month: string): void;
}

export function MonthSelect({ label, months, value, onChange }: MonthSelectProps) {
  // An address may have a month that is not offered.
  const offered = months.includes(value) ? months : [value, ...months];
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {offered.map((month) => (
          <option key={month} value={month}>
            {longMonth(month)}
          </option>
        ))}
      </select>
    </label>
  );
}

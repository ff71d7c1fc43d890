import { formatNumber } from '../../../texts/in-language.ts';
import { locale } from '../../../texts/language.ts';
import { fullDay } from '../../../ui/local-text.ts';
import type { Answers, DateOrder, DateQuestion } from '../answers.ts';
import { TEXTS } from '../matching-texts.ts';

const ORDERS: readonly DateOrder[] = ['day-first', 'month-first'];
/** Only in the United States and a few other regions the month comes first. */
const USUAL: DateOrder = /^\w+-(US|PH|FM|PW)$/.test(locale) ? 'month-first' : 'day-first';

interface DateOrderChoiceProps {
  question: DateQuestion;
  answers: Answers;
  onChange(answers: Answers): void;
}

/** The order of day and month, which is one for the whole file: as its dates show, or else as the user chooses. */
export function DateOrderChoice({ question, answers, onChange }: DateOrderChoiceProps) {
  const { proven, proof, contradiction, examples } = question;
  if (contradiction !== undefined) return <Contradiction {...contradiction} />;
  if (proven !== undefined) {
    return (
      <p className="hint">{TEXTS.provenOrder[proven](proof === undefined ? '' : TEXTS.proof(proof.text))}</p>
    );
  }
  const [example] = examples;
  const written = { 'day-first': example?.dayFirst, 'month-first': example?.monthFirst };
  return (
    <fieldset className="date-order">
      <legend>{TEXTS.dates}</legend>
      {ORDERS.map((order) => {
        const date = written[order];
        const meaning =
          example === undefined || date === undefined ? '' : TEXTS.becomes(example.text, fullDay(date));
        return (
          <label key={order}>
            <input
              type="radio"
              name="date-order"
              checked={answers.dateOrder === order}
              onChange={() => onChange({ ...answers, dateOrder: order })}
            />{' '}
            {TEXTS.order[order](meaning)} {order === USUAL && TEXTS.suggested}
          </label>
        );
      })}
    </fieldset>
  );
}

/** The two dates that have different orders, with their rows. */
function Contradiction({ dayFirst, monthFirst }: NonNullable<DateQuestion['contradiction']>) {
  return (
    <div className="import-failure contradiction">
      <p>{TEXTS.contradiction}</p>
      <ul>
        {[dayFirst, monthFirst].map((found) => (
          <li key={found === dayFirst ? 'day' : 'month'}>
            {TEXTS.inRow(formatNumber(found.line), found.text, found.column)}{' '}
            {found === dayFirst ? TEXTS.dayIsFirst : TEXTS.monthIsFirst}
          </li>
        ))}
      </ul>
    </div>
  );
}

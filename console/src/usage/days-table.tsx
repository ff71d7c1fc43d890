import { formatNumber } from '../texts/in-language.ts';
import { longDay } from '../ui/local-text.ts';
import type { DayCount } from './days.ts';
import { TEXTS } from './usage-texts.ts';

/** The data of the chart, newest first. */
export function DaysTable({ days }: { days: readonly DayCount[] }) {
  return (
    <details className="days-table">
      <summary>{TEXTS.asTable}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{TEXTS.dayColumn}</th>
            <th scope="col" className="number">
              {TEXTS.requests}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ day, requests }) => (
            <tr key={day}>
              <th scope="row">
                <time dateTime={day}>{longDay(day)}</time>
              </th>
              <td className="number">{formatNumber(requests)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

import type { Summary } from '@petstore/client';
import { countText, longDay, monthName } from '../ui/local-text.ts';
import { SmallBars } from './small-bars.tsx';
import { TodayCard } from './today-card.tsx';
import { TEXTS } from './today-texts.ts';

type Days = Summary['days'];
type Months = Summary['months'];

const DAYS_OF_A_WEEK = 7;

/** How many animals were added and adopted, as charts and as a table, and in this month and the last one. */
export function TwoWeeks({ days, months }: { days: Days; months: Months }) {
  return (
    <TodayCard title={TEXTS.lastTwoWeeks}>
      <div className="two-weeks">
        <SmallBars
          title={weekText(days, TEXTS.added, 'added', 'moreAdded')}
          note={monthText(months, 'added', 'moreAdded')}
          bars={days.map((day) => ({ day: day.date, value: day.added }))}
        />
        <SmallBars
          title={weekText(days, TEXTS.adopted, 'adopted', 'moreAdopted')}
          note={monthText(months, 'adopted', 'moreAdopted')}
          bars={days.map((day) => ({ day: day.date, value: day.adopted }))}
        />
      </div>
      <details>
        <summary>{TEXTS.allDays}</summary>
        <DaysTable days={days} />
      </details>
    </TodayCard>
  );
}

/** Returns the sum of the last seven days in words. It has a plus sign if the count of a day stops at its limit. */
function weekText(
  days: Days,
  words: (count: string, isOne: boolean) => string,
  number: 'added' | 'adopted',
  isMore: 'moreAdded' | 'moreAdopted',
): string {
  const week = days.slice(-DAYS_OF_A_WEEK);
  const count = week.reduce((sum, day) => sum + day[number], 0);
  return words(countText({ count, more: week.some((day) => day[isMore]) }), count === 1);
}

/** Returns the total of the current month so far, and that of the last one. */
function monthText(
  [last, current]: Months,
  number: 'added' | 'adopted',
  isMore: 'moreAdded' | 'moreAdopted',
): string {
  if (last === undefined || current === undefined) return '';
  const total = (month: Months[number]) => countText({ count: month[number], more: month[isMore] });
  return TEXTS.months(total(current), monthName(current.month), total(last), monthName(last.month));
}

function DaysTable({ days }: { days: Days }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{TEXTS.day}</th>
          <th scope="col">{TEXTS.addedColumn}</th>
          <th scope="col">{TEXTS.adoptedColumn}</th>
        </tr>
      </thead>
      <tbody>
        {[...days].reverse().map(({ date, added, moreAdded, adopted, moreAdopted }) => (
          <tr key={date}>
            <th scope="row">{longDay(date)}</th>
            <td>{countText({ count: added, more: moreAdded })}</td>
            <td>{countText({ count: adopted, more: moreAdopted })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { Summary } from '@petstore/client';
import { formatNumber, longDay } from '../ui/local-text.tsx';
import { SmallBars } from './small-bars.tsx';
import { TodayCard } from './today-card.tsx';
import { TEXTS } from './today-texts.ts';

interface TwoWeeksProps {
  days: Summary['days'];
  /** In the last seven days. */
  added: number;
  adopted: number;
}

/** How many animals were added and adopted, as charts and as a table. */
export function TwoWeeks({ days, added, adopted }: TwoWeeksProps) {
  return (
    <TodayCard title={TEXTS.lastTwoWeeks}>
      <div className="two-weeks">
        <SmallBars
          title={TEXTS.added(added)}
          bars={days.map((day) => ({ day: day.date, value: day.added }))}
        />
        <SmallBars
          title={TEXTS.adopted(adopted)}
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

function DaysTable({ days }: Pick<TwoWeeksProps, 'days'>) {
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
        {[...days].reverse().map(({ date, added, adopted }) => (
          <tr key={date}>
            <th scope="row">{longDay(date)}</th>
            <td>{formatNumber(added)}</td>
            <td>{formatNumber(adopted)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { Bars } from '../ui/bars.tsx';
import { shortDay } from '../ui/local-text.ts';
import { TEXTS } from './today-texts.ts';

interface Bar {
  readonly day: string;
  readonly value: number;
}

interface SmallBarsProps {
  title: string;
  /** What puts the numbers into proportion. */
  note: string;
  bars: readonly Bar[];
}

const DAYS_OF_A_WEEK = 7;

/** A bar chart with the number of each day, today last. */
export function SmallBars({ title, note, bars }: SmallBarsProps) {
  const weekAgo = bars.length - 1 - DAYS_OF_A_WEEK;
  const [first, onThatDay] = [bars[0], bars[weekAgo]];
  return (
    <figure className="small-bars">
      <figcaption>
        {title} <span className="detail">{note}</span>
      </figcaption>
      <Bars
        bars={bars.map(({ day, value }) => ({ key: day, value }))}
        height={64}
        lastClass="today"
        isNumbered={(value) => value > 0}
        labels={({ y, middle }) => (
          <>
            <text x="0" y={y}>
              {first && shortDay(first.day)}
            </text>
            {onThatDay !== undefined && (
              <text x={middle(weekAgo)} y={y} textAnchor="middle">
                {shortDay(onThatDay.day)}
              </text>
            )}
            <text className="today" x="100%" y={y} textAnchor="end">
              {TEXTS.today}
            </text>
          </>
        )}
      />
    </figure>
  );
}

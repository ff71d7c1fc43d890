import { Bars } from '../ui/bars.tsx';
import { shortMonth } from '../ui/local-text.ts';

interface MonthBarsProps {
  title: string;
  bars: ReadonlyArray<{ readonly month: string; readonly value: number }>;
}

/** With more bars their numbers would overlap on a phone. */
const MAX_NUMBERED = 13;

/** A bar chart with the number of each month. */
export function MonthBars({ title, bars }: MonthBarsProps) {
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <figure className="month-bars">
      <figcaption>{title}</figcaption>
      <Bars
        bars={bars.map(({ month, value }) => ({ key: month, value }))}
        height={96}
        isNumbered={(value, most) => (bars.length <= MAX_NUMBERED ? value > 0 : value === most)}
        labels={({ y }) => (
          <>
            <text x="0" y={y}>
              {first && shortMonth(first.month)}
            </text>
            {last !== first && (
              <text x="100%" y={y} textAnchor="end">
                {last && shortMonth(last.month)}
              </text>
            )}
          </>
        )}
      />
    </figure>
  );
}

import { formatNumber } from '../texts/in-language.ts';
import { shortMonth } from '../ui/local-text.ts';

interface MonthBarsProps {
  title: string;
  bars: ReadonlyArray<{ readonly month: string; readonly value: number }>;
}

/** Heights in pixels, from the top: the number above a bar, the bars, and the months. */
const TOP = 18;
const BARS = 96;
const BASE = TOP + BARS;
const HEIGHT = BASE + 22;
/** With more bars their numbers would overlap on a phone. */
const MAX_NUMBERED = 13;

/** A bar chart with the number of each month. The table below it has its numbers, so programs that read a page aloud skip it. */
export function MonthBars({ title, bars }: MonthBarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = 100 / bars.length;
  const middle = (index: number) => `${(index + 0.5) * step}%`;
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(3, Math.round((value / most) * BARS)));
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <figure className="month-bars">
      <figcaption>{title}</figcaption>
      <svg width="100%" height={HEIGHT} aria-hidden="true" focusable="false">
        {bars.map(({ month, value }, index) => (
          <g key={month}>
            <rect
              x={`${(index + 0.15) * step}%`}
              width={`${0.7 * step}%`}
              y={BASE - heightOf(value)}
              height={heightOf(value)}
              rx="2"
            />
            {(bars.length <= MAX_NUMBERED ? value > 0 : value === most) && (
              <text x={middle(index)} y={BASE - heightOf(value) - 5} textAnchor="middle">
                {formatNumber(value)}
              </text>
            )}
          </g>
        ))}
        <line x1="0" x2="100%" y1={BASE} y2={BASE} />
        <text x="0" y={HEIGHT - 5}>
          {first && shortMonth(first.month)}
        </text>
        {last !== first && (
          <text x="100%" y={HEIGHT - 5} textAnchor="end">
            {last && shortMonth(last.month)}
          </text>
        )}
      </svg>
    </figure>
  );
}

import { formatNumber } from '../texts/in-language.ts';
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

/** Heights in pixels, from the top: the number above a bar, the bars, and the days. */
const TOP = 18;
const BARS = 64;
const BASE = TOP + BARS;
const HEIGHT = BASE + 22;
const DAYS_OF_A_WEEK = 7;

/** A bar chart with the number of each day, today last. The table below it has its numbers, so programs that read a page aloud skip it. */
export function SmallBars({ title, note, bars }: SmallBarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = 100 / bars.length;
  const last = bars.length - 1;
  const weekAgo = bars[last - DAYS_OF_A_WEEK];
  const middle = (index: number) => `${(index + 0.5) * step}%`;
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(3, Math.round((value / most) * BARS)));
  return (
    <figure className="small-bars">
      <figcaption>
        {title} <span className="detail">{note}</span>
      </figcaption>
      <svg width="100%" height={HEIGHT} aria-hidden="true" focusable="false">
        {bars.map(({ day, value }, index) => (
          <g key={day} className={index === last ? 'today' : undefined}>
            <rect
              x={`${(index + 0.15) * step}%`}
              width={`${0.7 * step}%`}
              y={BASE - heightOf(value)}
              height={heightOf(value)}
              rx="2"
            />
            {value > 0 && (
              <text x={middle(index)} y={BASE - heightOf(value) - 5} textAnchor="middle">
                {formatNumber(value)}
              </text>
            )}
          </g>
        ))}
        <line x1="0" x2="100%" y1={BASE} y2={BASE} />
        <text x="0" y={HEIGHT - 5}>
          {bars[0] && shortDay(bars[0].day)}
        </text>
        {weekAgo !== undefined && (
          <text x={middle(last - DAYS_OF_A_WEEK)} y={HEIGHT - 5} textAnchor="middle">
            {shortDay(weekAgo.day)}
          </text>
        )}
        <text className="today" x="100%" y={HEIGHT - 5} textAnchor="end">
          {TEXTS.today}
        </text>
      </svg>
    </figure>
  );
}

import { formatNumber } from '../texts/in-language.ts';
import { shortDay } from '../ui/local-text.ts';
import type { DayCount } from './days.ts';
import { TEXTS } from './usage-texts.ts';

/** Heights in pixels, from the top: the label of the maximum, and the bars. */
const TOP = 22;
const BARS = 150;
const BASE = TOP + BARS;
const HALF = TOP + BARS / 2;

/** Draws the chart. Horizontal positions are percentages, so that the text has the same size on every screen. */
export function DayBars({ days, chosen }: { days: readonly DayCount[]; chosen: number }) {
  const ceiling = roundUp(Math.max(...days.map(({ requests }) => requests)));
  const step = 100 / days.length;
  return (
    <svg className="day-bars" width="100%" height="200" aria-hidden="true" focusable="false">
      <rect className="chosen" x={`${chosen * step}%`} width={`${step}%`} y={TOP} height={BARS} />
      <line className="ceiling" x1="0" x2="100%" y1={TOP} y2={TOP} />
      <text x="0" y={TOP - 7}>
        {formatNumber(ceiling)}
      </text>
      <line className="ceiling" x1="0" x2="100%" y1={HALF} y2={HALF} />
      <text x="0" y={HALF - 7}>
        {formatNumber(ceiling / 2)}
      </text>
      {days.map(({ day, requests }, index) => (
        <rect
          key={day}
          className={index === days.length - 1 ? 'bar today' : 'bar'}
          x={`${(index + 0.15) * step}%`}
          width={`${0.7 * step}%`}
          y={BASE - heightOf(requests, ceiling)}
          height={heightOf(requests, ceiling)}
        />
      ))}
      <line className="base" x1="0" x2="100%" y1={BASE} y2={BASE} />
      <Dates days={days} step={step} />
    </svg>
  );
}

/** Labels the first day, two days in between, and today. */
function Dates({ days, step }: { days: readonly DayCount[]; step: number }) {
  const third = Math.round(days.length / 3);
  const labelled = days.map(({ day }, index) => ({ day, index })).filter(({ index }) => index % third === 0);
  return (
    <>
      {labelled.map(({ day, index }) => (
        <text
          key={day}
          x={index === 0 ? '0' : `${(index + 0.5) * step}%`}
          y={BASE + 20}
          textAnchor={index === 0 ? 'start' : 'middle'}
        >
          {shortDay(day)}
        </text>
      ))}
      <text className="today" x="100%" y={BASE + 20} textAnchor="end">
        {TEXTS.today}
      </text>
    </>
  );
}

/** Returns the height of a bar. A day with few requests stays visible. */
function heightOf(requests: number, ceiling: number): number {
  return requests === 0 ? 0 : Math.max(2, Math.round((requests / ceiling) * BARS));
}

/** Rounds up to 10, 20, 50, 100 and so on. */
function roundUp(value: number): number {
  const power = 10 ** Math.max(1, Math.floor(Math.log10(Math.max(1, value))));
  const [step = 10] = [1, 2, 5].filter((one) => one * power >= value);
  return step * power;
}

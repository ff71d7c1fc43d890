import { written } from '../ui/local-text.tsx';
import { type DayCount, shortDay } from './days.ts';

/** Pixels, from the top: the room for the maximum, the bars, and the dates. */
const TOP = 22;
const BARS = 150;
const BASE = TOP + BARS;

/** The picture of the chart. Across it is measured in parts of its width, so that its text keeps its size on every screen. */
export function DayBars({ days, chosen }: { days: readonly DayCount[]; chosen: number }) {
  const ceiling = roundUp(Math.max(...days.map(({ requests }) => requests)));
  const step = 100 / days.length;
  return (
    <svg className="day-bars" width="100%" height="200" aria-hidden="true" focusable="false">
      <rect className="chosen" x={`${chosen * step}%`} width={`${step}%`} y={TOP} height={BARS} />
      <line className="ceiling" x1="0" x2="100%" y1={TOP} y2={TOP} />
      <text x="0" y={TOP - 7}>
        {written(ceiling)}
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

/** The first day, today, and two between them. */
function Dates({ days, step }: { days: readonly DayCount[]; step: number }) {
  const third = Math.round(days.length / 3);
  const between = days.map(({ day }, index) => ({ day, index })).filter(({ index }) => index % third === 0);
  return (
    <>
      {between.map(({ day, index }) => (
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
        today
      </text>
    </>
  );
}

/** A day with requests is seen, however few they are. */
function heightOf(requests: number, ceiling: number): number {
  return requests === 0 ? 0 : Math.max(2, Math.round((requests / ceiling) * BARS));
}

/** The next of 10, 20, 50, 100 and so on. */
function roundUp(value: number): number {
  const power = 10 ** Math.max(1, Math.floor(Math.log10(Math.max(1, value))));
  const [step = 10] = [1, 2, 5].filter((one) => one * power >= value);
  return step * power;
}

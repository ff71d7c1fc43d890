import { shortDay } from '../ui/local-text.ts';
import { TEXTS } from './today-texts.ts';

interface Bar {
  readonly day: string;
  readonly value: number;
}

const HEIGHT = 64;

/** A small bar chart, today last. The table below it has its numbers, so programs that read a page aloud skip it. */
export function SmallBars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = 100 / bars.length;
  return (
    <figure className="small-bars">
      <figcaption>{title}</figcaption>
      <svg width="100%" height={HEIGHT} aria-hidden="true" focusable="false">
        {bars.map(({ day, value }, index) => {
          const height = value === 0 ? 1 : Math.max(3, Math.round((value / most) * HEIGHT));
          return (
            <rect
              key={day}
              className={index === bars.length - 1 ? 'today' : undefined}
              x={`${(index + 0.15) * step}%`}
              width={`${0.7 * step}%`}
              y={HEIGHT - height}
              height={height}
            />
          );
        })}
      </svg>
      <p className="detail" aria-hidden="true">
        <span>{bars[0] && shortDay(bars[0].day)}</span>
        <span>{TEXTS.today}</span>
      </p>
    </figure>
  );
}

import type { ReactNode } from 'react';
import { formatNumber } from '../texts/in-language.ts';

interface Bar {
  readonly key: string;
  readonly value: number;
}

interface BarsProps {
  bars: readonly Bar[];
  /** The height of the highest bar, in pixels. */
  height: number;
  /** The class of the last bar. */
  lastClass?: string;
  isNumbered(value: number, most: number): boolean;
  /** Returns the texts below the bars. */
  labels(places: Places): ReactNode;
}

interface Places {
  /** The baseline of the texts. */
  readonly y: number;
  middle(index: number): string;
}

/** Heights in pixels, from the top: the number above a bar, the bars, and the texts below. */
const TOP = 18;
const BELOW = 22;

/** The bars of a chart, over the width of the page. The table below it has their numbers, so programs that read a page aloud skip it. */
export function Bars({ bars, height, lastClass, isNumbered, labels }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = 100 / bars.length;
  const base = TOP + height;
  const middle = (index: number) => `${(index + 0.5) * step}%`;
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(3, Math.round((value / most) * height)));
  return (
    <svg width="100%" height={base + BELOW} aria-hidden="true" focusable="false">
      {bars.map(({ key, value }, index) => (
        <g key={key} className={index === bars.length - 1 ? lastClass : undefined}>
          <rect
            x={`${(index + 0.15) * step}%`}
            width={`${0.7 * step}%`}
            y={base - heightOf(value)}
            height={heightOf(value)}
            rx="2"
          />
          {isNumbered(value, most) && (
            <text x={middle(index)} y={base - heightOf(value) - 5} textAnchor="middle">
              {formatNumber(value)}
            </text>
          )}
        </g>
      ))}
      <line x1="0" x2="100%" y1={base} y2={base} />
      {labels({ y: base + BELOW - 5, middle })}
    </svg>
  );
}

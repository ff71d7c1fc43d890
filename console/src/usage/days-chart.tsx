import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatNumber } from '../texts/in-language.ts';
import { longDay } from '../ui/local-text.ts';
import { DayBars } from './day-bars.tsx';
import type { DayCount } from './days.ts';
import { DaysTable } from './days-table.tsx';
import { TEXTS } from './usage-texts.ts';

/** Shows requests by day, oldest first. The pointer, touch or the arrow keys select the day whose count is shown. */
export function DaysChart({ days }: { days: readonly DayCount[] }) {
  const last = days.length - 1;
  const [chosen, setChosen] = useState(last);
  const reading = readingOf(days, chosen);
  if (last < 0) return <p className="empty">{TEXTS.noDays}</p>;

  const choose = (index: number) => setChosen(Math.min(last, Math.max(0, index)));
  const point = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(Math.floor(((event.clientX - left) / width) * days.length));
  };
  const press = (event: KeyboardEvent) => {
    const target = indexAfter(event.key, chosen, last);
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };
  return (
    <>
      <p className="detail day-total">{totalOf(days)}</p>
      <p className="day-reading">{reading}</p>
      {/* It has the role of a slider, because a range input cannot be drawn as bars. */}
      <div
        className="day-picker"
        role="slider"
        tabIndex={0}
        aria-label={TEXTS.requestsByDay}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={reading}
        onKeyDown={press}
        onPointerMove={point}
        onPointerDown={point}
      >
        <DayBars days={days} chosen={chosen} />
      </div>
      <DaysTable days={days} />
    </>
  );
}

/** Returns the sum of all days, and how their second half compares with the first. */
function totalOf(days: readonly DayCount[]): string {
  const sum = (part: readonly DayCount[]) => part.reduce((total, { requests }) => total + requests, 0);
  const half = Math.floor(days.length / 2);
  const recent = sum(days.slice(-half));
  return TEXTS.total(sum(days), half, formatNumber(recent), formatNumber(sum(days) - recent));
}

function readingOf(days: readonly DayCount[], index: number): string {
  const chosen = days[index];
  if (chosen === undefined) return '';
  const day = longDay(chosen.day);
  return TEXTS.requestsOn(index === days.length - 1 ? TEXTS.ofToday(day) : day, chosen.requests);
}

function indexAfter(key: string, index: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return index - 1;
  if (key === 'ArrowRight' || key === 'ArrowUp') return index + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

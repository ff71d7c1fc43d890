import { useEffect, useState } from 'react';
import { TEXTS } from './ui-texts.ts';

/** Returns the seconds until a moment and updates them; 0 after it. */
export function useSecondsUntil(moment: number): number {
  const [, setTick] = useState(0);
  const seconds = Math.max(0, Math.ceil((moment - Date.now()) / 1000));
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return seconds;
}

/** Shows the remaining time, such as `47 h 59 min` or `4:05`. */
export function Countdown({ until }: { until: number }) {
  return <span className="countdown">{formatDuration(useSecondsUntil(until))}</span>;
}

function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return TEXTS.duration(Math.floor(minutes / 60), minutes % 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

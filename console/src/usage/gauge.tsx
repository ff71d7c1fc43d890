import { useId } from 'react';
import { Countdown, useSecondsUntil } from '../ui/countdown.tsx';
import { written } from '../ui/local-text.tsx';
import type { GaugedWindow } from './quota-windows.ts';

interface GaugeProps {
  title: string;
  /** Undefined until an answer told it. */
  window: GaugedWindow | undefined;
}

/** What is left of one window. Its parts keep their places while they change. */
export function Gauge({ title, window }: GaugeProps) {
  const id = useId();
  return (
    <div className="gauge">
      <h3 id={id}>{title}</h3>
      {window === undefined ? (
        <>
          <div className="skeleton gauge-place" />
          <p>Waiting for the first answer…</p>
        </>
      ) : (
        <Reading labelledBy={id} window={window} />
      )}
    </div>
  );
}

function Reading({ labelledBy, window }: { labelledBy: string; window: GaugedWindow }) {
  const { limit, resetsAt } = window;
  const isFresh = useSecondsUntil(resetsAt) === 0;
  const remaining = isFresh ? limit : window.remaining;
  return (
    <>
      <meter
        aria-labelledby={labelledBy}
        min={0}
        max={limit}
        value={remaining}
        low={limit / 20}
        high={limit / 5}
        optimum={limit}
      />
      <p>
        {/* One text, on a line of its own: where a number grows, nothing stands behind it. */}
        <strong>{`${written(remaining)} of ${written(limit)} left, `}</strong>
        <span className="gauge-reset">
          {isFresh ? (
            'the window is fresh'
          ) : (
            <>
              resets in <Countdown until={resetsAt} />
            </>
          )}
        </span>
      </p>
    </>
  );
}

import { useId } from 'react';
import { formatNumber } from '../texts/in-language.ts';
import { Countdown, useSecondsUntil } from '../ui/countdown.tsx';
import type { CurrentWindow } from './quota-windows.ts';
import { TEXTS } from './usage-texts.ts';

interface GaugeProps {
  title: string;
  /** Undefined until a response has reported it. */
  window: CurrentWindow | undefined;
}

/** Shows what is left of one window. */
export function Gauge({ title, window }: GaugeProps) {
  const id = useId();
  return (
    <div className="gauge">
      <h3 id={id}>{title}</h3>
      {window === undefined ? (
        <>
          <div className="skeleton gauge-place" />
          <p>{TEXTS.waiting}</p>
        </>
      ) : (
        <Reading labelledBy={id} window={window} />
      )}
    </div>
  );
}

function Reading({ labelledBy, window }: { labelledBy: string; window: CurrentWindow }) {
  const { limit, resetsAt } = window;
  const isReset = useSecondsUntil(resetsAt) === 0;
  const remaining = isReset ? limit : window.remaining;
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
        {/* One text on a line of its own, so that a longer number moves nothing. */}
        <strong>{TEXTS.left(formatNumber(remaining), formatNumber(limit))}</strong>
        <span className="gauge-reset">
          {isReset ? (
            TEXTS.newWindow
          ) : (
            <>
              {TEXTS.resetsIn} <Countdown until={resetsAt} />
            </>
          )}
        </span>
      </p>
    </>
  );
}

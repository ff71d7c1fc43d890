import { useEffect, useState } from 'react';
import { TEXTS } from './session-texts.ts';

const SLOW_MS = 1_000;
const SILENT_MS = 10_000;

/**
 * Shows after a second that the page is loading, and after ten that the service does not respond. It covers the end of the page,
 * so that nothing moves.
 */
export function SlowNote() {
  const [wait, setWait] = useState<'short' | 'slow' | 'silent'>('short');
  useEffect(() => {
    const slow = setTimeout(setWait, SLOW_MS, 'slow');
    const silent = setTimeout(setWait, SILENT_MS, 'silent');
    return () => {
      clearTimeout(slow);
      clearTimeout(silent);
    };
  }, []);
  return (
    <div className={wait === 'short' ? undefined : 'connection-banner'} data-wait={wait}>
      <p role="status">
        {wait === 'slow' && TEXTS.loading}
        {wait === 'silent' && (
          <>
            <strong>{TEXTS.noResponse}</strong> {TEXTS.stillWaiting}
          </>
        )}
      </p>
    </div>
  );
}

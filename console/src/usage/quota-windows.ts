import type { QuotaWindow } from '@petstore/client';
import { useMemo } from 'react';
import { useQuota } from '../session/use-session.ts';

/** One window of the quota as it stands. */
export interface GaugedWindow {
  limit: number;
  remaining: number;
  /** When it resets, in Unix milliseconds by the clock of the browser. */
  resetsAt: number;
}

/** Both windows, as every answer moves them; undefined until the first one. */
export function useQuotaWindows(): { minute: GaugedWindow; day: GaugedWindow } | undefined {
  const quota = useQuota();
  return useMemo(
    () => quota && { minute: gauged(quota.minute, quota.at), day: gauged(quota.day, quota.at) },
    [quota],
  );
}

function gauged({ limit, remaining, secondsToReset }: QuotaWindow, at: number): GaugedWindow {
  return { limit, remaining, resetsAt: at + secondsToReset * 1000 };
}

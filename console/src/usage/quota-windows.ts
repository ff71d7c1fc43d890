import type { QuotaWindow } from '@petstore/client';
import { useMemo } from 'react';
import { useQuota } from '../session/use-session.ts';

/** One window of the quota now. */
export interface CurrentWindow {
  limit: number;
  remaining: number;
  /** When it resets, in Unix milliseconds by the clock of the browser. */
  resetsAt: number;
}

/** Returns both windows as the last response reported them; undefined before the first response. */
export function useQuotaWindows(): { minute: CurrentWindow; day: CurrentWindow } | undefined {
  const quota = useQuota();
  return useMemo(
    () => quota && { minute: currentWindow(quota.minute, quota.at), day: currentWindow(quota.day, quota.at) },
    [quota],
  );
}

function currentWindow({ limit, remaining, secondsToReset }: QuotaWindow, at: number): CurrentWindow {
  return { limit, remaining, resetsAt: at + secondsToReset * 1000 };
}

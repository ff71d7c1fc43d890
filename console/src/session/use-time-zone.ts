import { useQuery } from '@tanstack/react-query';
import { useObservable } from '../observable.ts';
import { settingsOf } from '../settings/settings-query.ts';
import { useSession } from './use-session.ts';

const STALE_MS = 10 * 60_000;

/** The zone of this device. */
export const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the zone whose days the console shows: that of the shelter; until it is known or set, that of this device. It is read after the first page of data, which has priority. */
export function useTimeZone(): string {
  const { petstore, isReady } = useSession();
  const isEnabled = useObservable(isReady);
  const { data } = useQuery({ ...settingsOf(petstore), enabled: isEnabled, staleTime: STALE_MS });
  return data?.timeZone ?? BROWSER_TIME_ZONE;
}

import { useQuery } from '@tanstack/react-query';
import { useObservable } from '../observable.ts';
import { type ShelterSettings, settingsOf } from '../queries/settings-query.ts';
import { useSession } from './use-session.ts';

const STALE_MS = 10 * 60_000;

/** The time zone of this device. */
export const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the settings of the shelter; undefined until they are known. They are read after the first page of data, which has priority. */
export function useSettings(): ShelterSettings | undefined {
  const { petstore, isReady } = useSession();
  const isEnabled = useObservable(isReady);
  return useQuery({ ...settingsOf(petstore), enabled: isEnabled, staleTime: STALE_MS }).data;
}

/** Returns the zone whose days the console shows: that of the shelter; until it is known or set, that of this device. */
export function useTimeZone(): string {
  return useSettings()?.timeZone ?? BROWSER_TIME_ZONE;
}

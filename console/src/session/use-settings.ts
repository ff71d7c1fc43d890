import { etagOf, type SettingsRequest } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useObservable } from '../observable.ts';
import { type ShelterSettings, settingsOf } from '../queries/settings-query.ts';
import { SUMMARY } from '../queries/summary-query.ts';
import { BROWSER_TIME_ZONE, DEFAULT_TIME_ZONE } from '../ui/time-zones.ts';
import { useSession } from './use-session.ts';

const STALE_MS = 10 * 60_000;

/** Returns the settings of the shelter; undefined until they are known. They are read after the first page of data, which has priority. */
export function useSettings(): ShelterSettings | undefined {
  const { petstore, isReady } = useSession();
  const isEnabled = useObservable(isReady);
  return useQuery({ ...settingsOf(petstore), enabled: isEnabled, staleTime: STALE_MS }).data;
}

/** Returns what replaces the version `current` of the settings by itself with some changes. */
export function useChangeSettings() {
  const { petstore, queries } = useSession();
  return async (current: ShelterSettings, change: Partial<SettingsRequest>) => {
    const { publicPages = current.publicPages } = change;
    const asked = { ...current, ...change, publicPages };
    const saved = await petstore.settings.change(asked, { ifMatch: etagOf(current) ?? '' });
    queries.setQueryData(settingsOf(petstore).queryKey, saved);
    // Its days are those of the time zone.
    queries.invalidateQueries({ queryKey: SUMMARY });
  };
}

/** Returns the zone whose days the console shows, that of the summary and of the public pages; until it is known, that of this device. */
export function useTimeZone(): string {
  const settings = useSettings();
  return settings === undefined ? BROWSER_TIME_ZONE : (settings.timeZone ?? DEFAULT_TIME_ZONE);
}

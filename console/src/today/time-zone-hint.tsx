import type { SettingsRequest } from '@petstore/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { settingsOf } from '../queries/settings-query.ts';
import { SUMMARY } from '../queries/summary-query.ts';
import { useRole, useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { BROWSER_TIME_ZONE, DEFAULT_TIME_ZONE } from '../ui/time-zones.ts';
import { TEXTS } from './today-texts.ts';

/** Offers admins of a shelter without a time zone to set that of their device. */
export function TimeZoneHint({ current }: { current: string }) {
  const { petstore, queries } = useSession();
  const mayBeUnset = current === DEFAULT_TIME_ZONE && BROWSER_TIME_ZONE !== DEFAULT_TIME_ZONE;
  const isAdmin = useRole() === 'admin';
  const settings = useQuery({ ...settingsOf(petstore), enabled: mayBeUnset && isAdmin }).data;
  const saving = useMutation({
    mutationFn: (changed: SettingsRequest) => petstore.settings.change(changed),
    onSuccess: (saved) => {
      queries.setQueryData(settingsOf(petstore).queryKey, saved);
      queries.invalidateQueries({ queryKey: SUMMARY });
    },
  });
  if (!mayBeUnset || settings === undefined || settings.timeZone !== undefined) return null;
  return (
    <section className="card today-card">
      <p>{TEXTS.daysOfUtc}</p>
      <div role="alert">{saving.error !== null && <ErrorNote error={saving.error} />}</div>
      <button
        type="button"
        disabled={saving.isPending}
        onClick={() => saving.mutate({ ...settings, timeZone: BROWSER_TIME_ZONE })}
      >
        {TEXTS.takeTimeZone(BROWSER_TIME_ZONE)}
      </button>
    </section>
  );
}

import { useMutation } from '@tanstack/react-query';
import { sendCurrent } from '../session/changes/guarded-change.ts';
import { useRole, useSession } from '../session/use-session.ts';
import { useChangeSettings, useSettings } from '../session/use-settings.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { BROWSER_TIME_ZONE, DEFAULT_TIME_ZONE } from '../ui/time-zones.ts';
import { TEXTS } from './today-texts.ts';

/** Offers admins of a shelter without a time zone to set that of their device. */
export function TimeZoneHint({ current }: { current: string }) {
  const settings = useSettings();
  const { petstore } = useSession();
  const changeSettings = useChangeSettings();
  const saving = useMutation({
    mutationFn: () =>
      sendCurrent(async () => changeSettings(await petstore.settings.get(), { timeZone: BROWSER_TIME_ZONE })),
  });
  const isAdmin = useRole() === 'admin';
  const mayBeUnset = current === DEFAULT_TIME_ZONE && BROWSER_TIME_ZONE !== DEFAULT_TIME_ZONE;
  if (!isAdmin || !mayBeUnset || settings === undefined || settings.timeZone !== undefined) return null;
  return (
    <section className="card today-card">
      <p>{TEXTS.daysOfUtc}</p>
      <div role="alert">{saving.error !== null && <ErrorNote error={saving.error} />}</div>
      <button type="button" disabled={saving.isPending} onClick={() => saving.mutate()}>
        {TEXTS.takeTimeZone(BROWSER_TIME_ZONE)}
      </button>
    </section>
  );
}

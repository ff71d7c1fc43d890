import { useRole } from '../session/use-session.ts';
import { useSettings, useSettingsChange } from '../session/use-settings.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { BROWSER_TIME_ZONE, DEFAULT_TIME_ZONE } from '../ui/time-zones.ts';
import { TEXTS } from './today-texts.ts';

/** Offers admins of a shelter without a time zone to set that of their device. */
export function TimeZoneHint({ current }: { current: string }) {
  const settings = useSettings();
  const saving = useSettingsChange();
  const isAdmin = useRole() === 'admin';
  const mayBeUnset = current === DEFAULT_TIME_ZONE && BROWSER_TIME_ZONE !== DEFAULT_TIME_ZONE;
  if (!isAdmin || !mayBeUnset || settings === undefined || settings.timeZone !== undefined) return null;
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

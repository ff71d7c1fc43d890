import type { SettingsRequest } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { SUMMARY } from '../queries/summary-query.ts';
import { useSession } from '../session/use-session.ts';
import { BROWSER_TIME_ZONE } from '../session/use-time-zone.ts';
import { ADDRESS_INPUT } from '../ui/address-input.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { type ShelterSettings, settingsOf } from './settings-query.ts';
import { TEXTS } from './settings-texts.ts';

/** Changes the settings. What the operator has fixed is shown, and cannot be changed here. */
export function SettingsForm({ settings }: { settings: ShelterSettings }) {
  const id = useId();
  const { petstore, queries } = useSession();
  const { fixedBy } = settings;
  const saving = useMutation({
    mutationFn: (form: FormData) => petstore.settings.change(settingsIn(form, settings)),
    onSuccess: (saved) => {
      queries.setQueryData(settingsOf(petstore).queryKey, saved);
      // Its days are those of the time zone.
      queries.invalidateQueries({ queryKey: SUMMARY });
    },
  });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    saving.mutate(new FormData(event.currentTarget));
  };
  return (
    <form className="card settings" onSubmit={save} onInput={() => saving.isSuccess && saving.reset()}>
      <h2>{TEXTS.title}</h2>
      <label htmlFor={`${id}-name`}>{TEXTS.name}</label>
      <input
        id={`${id}-name`}
        name="shelterName"
        maxLength={100}
        defaultValue={settings.shelterName ?? ''}
        disabled={fixedBy.shelterName !== undefined}
        autoComplete="organization"
      />
      <FixedHint by={fixedBy.shelterName} />
      <label htmlFor={`${id}-contact`}>{TEXTS.contact}</label>
      <input
        id={`${id}-contact`}
        name="contactUrl"
        defaultValue={settings.contactUrl ?? ''}
        {...ADDRESS_INPUT}
        placeholder="mailto:hello@shelter.example"
        disabled={fixedBy.contactUrl !== undefined}
        aria-describedby={`${id}-contact-hint`}
      />
      <p id={`${id}-contact-hint`} className="hint">
        {TEXTS.contactHint.before} <code>mailto:</code>, <code>tel:</code> {TEXTS.contactHint.or}{' '}
        <code>https:</code>
      </p>
      <FixedHint by={fixedBy.contactUrl} />
      <label htmlFor={`${id}-zone`}>{TEXTS.timeZone}</label>
      <select
        id={`${id}-zone`}
        name="timeZone"
        defaultValue={settings.timeZone ?? BROWSER_TIME_ZONE}
        disabled={fixedBy.timeZone !== undefined}
        aria-describedby={`${id}-zone-hint`}
      >
        {timeZones(settings.timeZone).map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </select>
      <p id={`${id}-zone-hint`} className="hint">
        {settings.timeZone === undefined ? TEXTS.timeZoneGuess : TEXTS.timeZoneHint}
      </p>
      <FixedHint by={fixedBy.timeZone} />
      <label className="switch">
        <input
          type="checkbox"
          name="publicPages"
          defaultChecked={settings.publicPages}
          disabled={fixedBy.publicPages !== undefined}
        />
        {TEXTS.publicPages}
      </label>
      <FixedHint by={fixedBy.publicPages} />
      <div role="alert">{saving.error !== null && <ErrorNote error={saving.error} />}</div>
      <div className="form-actions">
        <span role="status">{saving.isSuccess && TEXTS.saved}</span>
        <button type="submit" className="primary" disabled={saving.isPending}>
          {saving.isPending ? TEXTS.saving : TEXTS.save}
        </button>
      </div>
    </form>
  );
}

function FixedHint({ by }: { by: string | undefined }) {
  if (by === undefined) return null;
  return (
    <p className="hint">
      {TEXTS.fixedBy} <code>{by}</code>.
    </p>
  );
}

/** Returns the zones to choose from. An older browser lacks some names. */
function timeZones(chosen: string | undefined): string[] {
  const names = ['UTC', BROWSER_TIME_ZONE, chosen ?? 'UTC', ...Intl.supportedValuesOf('timeZone')];
  return [...new Set(names)].sort();
}

/** Returns what the form has. A disabled field keeps its value: the form does not have it. */
function settingsIn(form: FormData, { publicPages, fixedBy }: ShelterSettings): SettingsRequest {
  const text = (name: string) => String(form.get(name) ?? '').trim() || undefined;
  return {
    shelterName: text('shelterName'),
    contactUrl: text('contactUrl'),
    timeZone: text('timeZone'),
    publicPages: fixedBy.publicPages === undefined ? form.has('publicPages') : publicPages,
  };
}

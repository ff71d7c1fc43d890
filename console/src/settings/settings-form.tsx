import type { SettingsRequest } from '@petstore/client';
import type { ShelterSettings } from '../queries/settings-query.ts';
import { useFormSave } from '../session/changes/use-form-save.ts';
import { useSession } from '../session/use-session.ts';
import { useChangeSettings } from '../session/use-settings.ts';
import { ADDRESS_INPUT } from '../ui/forms/address-input.ts';
import { onlyChanged } from '../ui/forms/conflicts/merge-values.ts';
import { contactAddress, contactText } from '../ui/forms/contact-address.ts';
import { CurrencyInput } from '../ui/forms/currency-input.tsx';
import { FormField } from '../ui/forms/form-field.tsx';
import { SavedForm } from '../ui/forms/saved-form.tsx';
import { BROWSER_TIME_ZONE, DEFAULT_TIME_ZONE } from '../ui/time-zones.ts';
import { CatalogueFields } from './catalogue-fields.tsx';
import { TEXTS } from './settings-texts.ts';

/** Changes the settings. What the operator has fixed is shown, and cannot be changed here. */
export function SettingsForm({ settings }: { settings: ShelterSettings }) {
  const { fixedBy } = settings;
  const { petstore } = useSession();
  const change = useChangeSettings();
  const saving = useFormSave({
    item: settings,
    read: () => petstore.settings.get(),
    valuesOf: settingValues,
    send: (form, current, changed) => {
      const asked = settingsIn(form, current);
      // The form shows the zone of this device as long as the shelter has none: the first save sets it.
      const timeZone = fixedBy.timeZone === undefined ? { timeZone: asked.timeZone } : undefined;
      return change(current, { ...onlyChanged(asked, changed), ...timeZone });
    },
  });
  const { opened } = saving;
  return (
    <SavedForm
      className="card settings"
      draft="settings"
      heading={<h2>{TEXTS.title}</h2>}
      texts={TEXTS}
      saving={saving}
    >
      <div className="settings-columns">
        <div className="settings-column">
          <FormField name="shelterName" label={TEXTS.name}>
            {(field) => (
              <input
                {...field}
                maxLength={100}
                defaultValue={opened.shelterName ?? ''}
                disabled={fixedBy.shelterName !== undefined}
                autoComplete="organization"
              />
            )}
          </FormField>
          <FixedHint by={fixedBy.shelterName} />
          <FormField name="contactUrl" label={TEXTS.contact} hint={TEXTS.contactHint}>
            {(field) => (
              <input
                {...field}
                defaultValue={contactText(opened.contactUrl)}
                {...ADDRESS_INPUT}
                placeholder="hello@shelter.example"
                disabled={fixedBy.contactUrl !== undefined}
              />
            )}
          </FormField>
          <FixedHint by={fixedBy.contactUrl} />
          <FormField name="address" label={TEXTS.address}>
            {(field) => (
              <textarea
                {...field}
                rows={3}
                maxLength={300}
                defaultValue={opened.address ?? ''}
                autoComplete="street-address"
              />
            )}
          </FormField>
          <FormField name="hours" label={TEXTS.hours}>
            {(field) => (
              <textarea
                {...field}
                rows={2}
                maxLength={300}
                defaultValue={opened.hours ?? ''}
                placeholder={TEXTS.hoursExample}
              />
            )}
          </FormField>
          <FormField name="telephone" label={TEXTS.telephone} hint={TEXTS.footHint}>
            {(field) => (
              <input
                {...field}
                type="tel"
                maxLength={40}
                defaultValue={opened.telephone ?? ''}
                autoComplete="tel"
              />
            )}
          </FormField>
        </div>
        <div className="settings-column">
          <CatalogueFields settings={opened} />
          <FormField
            name="timeZone"
            label={TEXTS.timeZone}
            hint={settings.timeZone === undefined ? TEXTS.timeZoneGuess : TEXTS.timeZoneHint}
          >
            {(field) => (
              <select
                {...field}
                defaultValue={opened.timeZone ?? BROWSER_TIME_ZONE}
                disabled={fixedBy.timeZone !== undefined}
              >
                {timeZones(settings.timeZone).map((zone) => (
                  <option key={zone}>{zone}</option>
                ))}
              </select>
            )}
          </FormField>
          <FixedHint by={fixedBy.timeZone} />
          <FormField name="currency" label={TEXTS.currency} hint={TEXTS.currencyHint}>
            {(field) => <CurrencyInput {...field} defaultValue={opened.currency} />}
          </FormField>
          <label className="switch">
            <input
              type="checkbox"
              name="publicPages"
              defaultChecked={opened.publicPages}
              disabled={fixedBy.publicPages !== undefined}
            />
            {TEXTS.publicPages}
          </label>
          <FixedHint by={fixedBy.publicPages} />
        </div>
      </div>
    </SavedForm>
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
  const names = [DEFAULT_TIME_ZONE, BROWSER_TIME_ZONE, ...Intl.supportedValuesOf('timeZone')];
  if (chosen !== undefined) names.push(chosen);
  return [...new Set(names)].sort();
}

function settingValues(settings: ShelterSettings) {
  return {
    shelterName: settings.shelterName ?? '',
    contactUrl: contactText(settings.contactUrl),
    timeZone: settings.timeZone ?? BROWSER_TIME_ZONE,
    currency: settings.currency ?? '',
    address: settings.address ?? '',
    hours: settings.hours ?? '',
    telephone: settings.telephone ?? '',
    coordinates: settings.coordinates ?? '',
    license: settings.license ?? '',
    publicPages: settings.publicPages,
  };
}

/** Returns what the form has. Null removes a setting. */
function settingsIn(form: FormData, { contactUrl }: ShelterSettings): SettingsRequest {
  // A form sends the end of a line as two characters.
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .replace(/\r\n?/g, '\n')
      .trim() || undefined;
  const contact = text('contactUrl');
  return {
    shelterName: text('shelterName'),
    contactUrl: contact && contactAddress(contact, contactUrl),
    timeZone: text('timeZone') ?? null,
    currency: text('currency')?.toUpperCase() ?? null,
    address: text('address') ?? null,
    hours: text('hours') ?? null,
    telephone: text('telephone') ?? null,
    coordinates: text('coordinates') ?? null,
    license: (text('license') as SettingsRequest['license']) ?? null, // one of the options
    publicPages: form.has('publicPages'),
  };
}

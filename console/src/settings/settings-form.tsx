import type { SettingsRequest } from '@petstore/client';
import type { ShelterSettings } from '../queries/settings-query.ts';
import { useSettingsChange } from '../session/use-settings.ts';
import { ADDRESS_INPUT } from '../ui/forms/address-input.ts';
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
  const saving = useSettingsChange();
  return (
    <SavedForm
      className="card settings"
      draft="settings"
      heading={<h2>{TEXTS.title}</h2>}
      texts={TEXTS}
      saving={saving}
      onSave={(form) => saving.mutate(settingsIn(new FormData(form), settings))}
    >
      <div className="settings-columns">
        <div className="settings-column">
          <FormField name="shelterName" label={TEXTS.name}>
            {(field) => (
              <input
                {...field}
                maxLength={100}
                defaultValue={settings.shelterName ?? ''}
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
                defaultValue={contactText(settings.contactUrl)}
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
                defaultValue={settings.address ?? ''}
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
                defaultValue={settings.hours ?? ''}
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
                defaultValue={settings.telephone ?? ''}
                autoComplete="tel"
              />
            )}
          </FormField>
        </div>
        <div className="settings-column">
          <CatalogueFields settings={settings} />
          <FormField
            name="timeZone"
            label={TEXTS.timeZone}
            hint={settings.timeZone === undefined ? TEXTS.timeZoneGuess : TEXTS.timeZoneHint}
          >
            {(field) => (
              <select
                {...field}
                defaultValue={settings.timeZone ?? BROWSER_TIME_ZONE}
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
            {(field) => <CurrencyInput {...field} defaultValue={settings.currency} />}
          </FormField>
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

/** Returns what the form has. A disabled field keeps its value: the form does not have it. */
function settingsIn(form: FormData, { contactUrl, publicPages, fixedBy }: ShelterSettings): SettingsRequest {
  // A form sends the end of a line as two characters.
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .replace(/\r\n?/g, '\n')
      .trim() || undefined;
  const contact = text('contactUrl');
  return {
    shelterName: text('shelterName'),
    contactUrl: contact && contactAddress(contact, contactUrl),
    // Null removes a setting. A disabled field is not in the form.
    timeZone: fixedBy.timeZone === undefined ? (text('timeZone') ?? null) : undefined,
    currency: text('currency')?.toUpperCase() ?? null,
    address: text('address') ?? null,
    hours: text('hours') ?? null,
    telephone: text('telephone') ?? null,
    coordinates: text('coordinates') ?? null,
    license: (text('license') as SettingsRequest['license']) ?? null, // one of the options
    publicPages: fixedBy.publicPages === undefined ? form.has('publicPages') : publicPages,
  };
}

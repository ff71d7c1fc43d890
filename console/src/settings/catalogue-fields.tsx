import type { ShelterSettings } from '../queries/settings-query.ts';
import { FormField } from '../ui/forms/form-field.tsx';
import { TEXTS } from './settings-texts.ts';

/** By their names in the list of SPDX, which people know them by. */
const LICENSES = [
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-ND-4.0',
  'CC-BY-NC-4.0',
  'CC-BY-NC-SA-4.0',
  'CC-BY-NC-ND-4.0',
] as const;

/** Where the shelter is, and what others may do with its texts and photos. */
export function CatalogueFields({ settings }: { settings: ShelterSettings }) {
  return (
    <>
      <FormField name="coordinates" label={TEXTS.coordinates} hint={TEXTS.coordinatesHint}>
        {(field) => (
          <input
            {...field}
            maxLength={40}
            inputMode="text"
            defaultValue={settings.coordinates ?? ''}
            placeholder="41.9,-87.6"
            autoComplete="off"
          />
        )}
      </FormField>
      <FormField name="license" label={TEXTS.license} hint={TEXTS.licenseHint}>
        {(field) => (
          <select {...field} defaultValue={settings.license ?? ''}>
            <option value="">{TEXTS.noLicense}</option>
            {LICENSES.map((license) => (
              <option key={license}>{license}</option>
            ))}
          </select>
        )}
      </FormField>
    </>
  );
}

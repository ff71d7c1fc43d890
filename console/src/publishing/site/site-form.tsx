import {
  etagOf,
  type PublishingSite,
  type PublishingSiteChange,
  type PublishingSiteSettings,
} from '@petstore/client';
import { type RefObject, useRef } from 'react';
import { useFormSave } from '../../session/changes/use-form-save.ts';
import { useSession } from '../../session/use-session.ts';
import { onlyChanged } from '../../ui/forms/conflicts/merge-values.ts';
import { FormField } from '../../ui/forms/form-field.tsx';
import { SavedForm } from '../../ui/forms/saved-form.tsx';
import { useShowPublishing } from '../publishing-queries.ts';
import { TEXTS } from './site-texts.ts';

/** Turns a site on or off, and sets the login there and which animals it gets. The password can be set and never be read. */
export function SiteForm({ site }: { site: PublishingSite }) {
  const { petstore } = useSession();
  const show = useShowPublishing();
  const password = useRef<HTMLInputElement>(null);
  const saving = useFormSave<PublishingSiteSettings>({
    item: site,
    read: () => petstore.publishing.get(site.id),
    valuesOf: siteValues,
    send: async (form, current, changed) => {
      const change = changeIn(form, changed);
      if (Object.keys(change).length > 0) {
        await petstore.publishing.change(site.id, change, { ifMatch: etagOf(current) ?? '' });
      }
      await show();
    },
    onSaved: () => {
      if (password.current !== null) password.current.value = '';
    },
  });
  const { opened } = saving;
  return (
    <SavedForm
      className="card place"
      aria-labelledby="settings"
      draft={`publishing ${site.id}`}
      heading={<h2 id="settings">{TEXTS.settings}</h2>}
      texts={TEXTS}
      saving={saving}
    >
      <label className="switch">
        <input type="checkbox" name="isOn" defaultChecked={opened.isOn} />
        {TEXTS.isOn(site.name)}
      </label>
      <Login opened={opened} hasPassword={site.hasPassword} password={password} />
      <FormField name="everyHours" label={TEXTS.everyHours}>
        {(field) => (
          <input {...field} type="number" min={1} max={168} required defaultValue={opened.everyHours} />
        )}
      </FormField>
      <fieldset className="site-options">
        <legend>{TEXTS.which}</legend>
        {site.id === 'petfinder' && (
          <label className="switch">
            <input type="checkbox" name="includeHeld" defaultChecked={opened.options.includeHeld} />
            {TEXTS.includeHeld}
          </label>
        )}
        <label className="switch">
          <input type="checkbox" name="includeUnaltered" defaultChecked={opened.options.includeUnaltered} />
          {TEXTS.includeUnaltered}
        </label>
      </fieldset>
      <Server opened={opened} />
    </SavedForm>
  );
}

/** The login at the site. */
function Login({
  opened,
  hasPassword,
  password,
}: {
  opened: PublishingSiteSettings;
  hasPassword: boolean;
  password: RefObject<HTMLInputElement | null>;
}) {
  return (
    <>
      <FormField name="username" label={TEXTS.username} hint={TEXTS.usernameHint}>
        {(field) => (
          <input
            {...field}
            maxLength={200}
            defaultValue={opened.username ?? ''}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField
        name="password"
        label={TEXTS.password}
        hint={hasPassword ? TEXTS.passwordIsSet : TEXTS.passwordHint}
      >
        {(field) => (
          <input {...field} ref={password} type="password" maxLength={200} autoComplete="new-password" />
        )}
      </FormField>
      {hasPassword && (
        <label className="switch">
          <input type="checkbox" name="removePassword" />
          {TEXTS.removePassword}
        </label>
      )}
    </>
  );
}

/** The server, which a site seldom changes. */
function Server({ opened }: { opened: PublishingSiteSettings }) {
  return (
    <details>
      <summary>{TEXTS.server}</summary>
      <FormField name="host" label={TEXTS.host} hint={TEXTS.hostHint}>
        {(field) => <input {...field} maxLength={253} defaultValue={opened.host} spellCheck={false} />}
      </FormField>
      <FormField name="port" label={TEXTS.port}>
        {(field) => <input {...field} type="number" min={1} max={65_535} defaultValue={opened.port} />}
      </FormField>
      <FormField name="security" label={TEXTS.security}>
        {(field) => (
          <select {...field} defaultValue={opened.security}>
            <option value="none">{TEXTS.securities.none}</option>
            <option value="explicit_tls">{TEXTS.securities.explicit_tls}</option>
          </select>
        )}
      </FormField>
    </details>
  );
}

function siteValues(site: PublishingSiteSettings) {
  return {
    isOn: site.isOn,
    username: site.username ?? '',
    host: site.host,
    port: String(site.port),
    security: site.security,
    everyHours: String(site.everyHours),
    ...site.options,
  };
}

/** Returns what was changed in the form. An empty password stays as it is. */
function changeIn(form: FormData, changed: ReadonlySet<string>): PublishingSiteChange {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const password = String(form.get('password') ?? '');
  const members: PublishingSiteChange = {
    isOn: form.has('isOn'),
    username: text('username') || null,
    host: text('host') || null,
    port: text('port') === '' ? null : Number(text('port')),
    security: text('security') === 'explicit_tls' ? 'explicit_tls' : 'none',
    everyHours: Number(text('everyHours')),
  };
  const options = { includeHeld: form.has('includeHeld'), includeUnaltered: form.has('includeUnaltered') };
  const changedOptions = onlyChanged(options, changed);
  return {
    ...onlyChanged(members, changed),
    ...(password !== '' && { password }),
    ...(password === '' && form.has('removePassword') && { password: null }),
    ...(Object.keys(changedOptions).length > 0 && { options: changedOptions }),
  };
}

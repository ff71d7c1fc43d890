import type { PublishingSite, PublishingSiteChange } from '@petstore/client';
import { FormField } from '../../ui/forms/form-field.tsx';
import { SavedForm } from '../../ui/forms/saved-form.tsx';
import { usePublishingChange } from '../publishing-queries.ts';
import { TEXTS } from './site-texts.ts';

/** Turns a site on or off, and sets the login there and which animals it gets. The password can be set and never be read. */
export function SiteForm({ site }: { site: PublishingSite }) {
  const saving = usePublishingChange((petstore, change: PublishingSiteChange) =>
    petstore.publishing.change(site.id, change),
  );
  const save = (form: HTMLFormElement) =>
    saving.mutate(changeIn(new FormData(form), site), {
      onSuccess: () => {
        const password = form.elements.namedItem('password');
        if (password instanceof HTMLInputElement) password.value = '';
      },
    });
  return (
    <SavedForm
      className="card place"
      aria-labelledby="settings"
      draft={`publishing ${site.id}`}
      heading={<h2 id="settings">{TEXTS.settings}</h2>}
      texts={TEXTS}
      saving={saving}
      onSave={save}
    >
      <label className="switch">
        <input type="checkbox" name="isOn" defaultChecked={site.isOn} />
        {TEXTS.isOn(site.name)}
      </label>
      <Login site={site} />
      <FormField name="everyHours" label={TEXTS.everyHours}>
        {(field) => (
          <input {...field} type="number" min={1} max={168} required defaultValue={site.everyHours} />
        )}
      </FormField>
      <fieldset className="site-options">
        <legend>{TEXTS.which}</legend>
        {site.id === 'petfinder' && (
          <label className="switch">
            <input type="checkbox" name="includeHeld" defaultChecked={site.options.includeHeld} />
            {TEXTS.includeHeld}
          </label>
        )}
        <label className="switch">
          <input type="checkbox" name="includeUnaltered" defaultChecked={site.options.includeUnaltered} />
          {TEXTS.includeUnaltered}
        </label>
      </fieldset>
      <Server site={site} />
    </SavedForm>
  );
}

/** The login at the site. */
function Login({ site }: { site: PublishingSite }) {
  return (
    <>
      <FormField name="username" label={TEXTS.username} hint={TEXTS.usernameHint}>
        {(field) => (
          <input
            {...field}
            maxLength={200}
            defaultValue={site.username ?? ''}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField
        name="password"
        label={TEXTS.password}
        hint={site.hasPassword ? TEXTS.passwordIsSet : TEXTS.passwordHint}
      >
        {(field) => <input {...field} type="password" maxLength={200} autoComplete="new-password" />}
      </FormField>
      {site.hasPassword && (
        <label className="switch">
          <input type="checkbox" name="removePassword" />
          {TEXTS.removePassword}
        </label>
      )}
    </>
  );
}

/** The server, which a site seldom changes. */
function Server({ site }: { site: PublishingSite }) {
  return (
    <details>
      <summary>{TEXTS.server}</summary>
      <FormField name="host" label={TEXTS.host} hint={TEXTS.hostHint}>
        {(field) => <input {...field} maxLength={253} defaultValue={site.host} spellCheck={false} />}
      </FormField>
      <FormField name="port" label={TEXTS.port}>
        {(field) => <input {...field} type="number" min={1} max={65_535} defaultValue={site.port} />}
      </FormField>
      <FormField name="security" label={TEXTS.security}>
        {(field) => (
          <select {...field} defaultValue={site.security}>
            <option value="none">{TEXTS.securities.none}</option>
            <option value="explicit_tls">{TEXTS.securities.explicit_tls}</option>
          </select>
        )}
      </FormField>
    </details>
  );
}

/** Returns what the form changes. An empty password stays as it is. */
function changeIn(form: FormData, site: PublishingSite): PublishingSiteChange {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const password = String(form.get('password') ?? '');
  const security = text('security') === 'explicit_tls' ? 'explicit_tls' : 'none';
  const username = text('username') || null;
  const host = text('host') || null;
  const port = text('port') === '' ? null : Number(text('port'));
  const everyHours = Number(text('everyHours'));
  const options = {
    ...(site.id === 'petfinder' && { includeHeld: form.has('includeHeld') }),
    includeUnaltered: form.has('includeUnaltered'),
  };
  return {
    ...(form.has('isOn') !== site.isOn && { isOn: form.has('isOn') }),
    ...(username !== site.username && { username }),
    ...(password !== '' && { password }),
    ...(password === '' && form.has('removePassword') && { password: null }),
    ...(host !== site.host && { host }),
    ...(port !== site.port && { port }),
    ...(security !== site.security && { security }),
    ...(everyHours !== site.everyHours && { everyHours }),
    options,
  };
}

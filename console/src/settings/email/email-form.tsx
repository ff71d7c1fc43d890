import { type EmailSettings, type EmailSettingsRequest, etagOf } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useFormSave } from '../../session/changes/use-form-save.ts';
import { useSession } from '../../session/use-session.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import type { FormValues } from '../../ui/forms/conflicts/merge-values.ts';
import { FormField } from '../../ui/forms/form-field.tsx';
import { SavedForm } from '../../ui/forms/saved-form.tsx';
import { emailSettingsOf } from './email-queries.ts';
import { TEXTS } from './email-texts.ts';

type Security = NonNullable<EmailSettingsRequest['security']>;
const SECURITIES: readonly Security[] = ['starttls', 'tls', 'none'];
const PORTS: Readonly<Record<Security, number>> = { starttls: 587, tls: 465, none: 25 };
const NOT_SET_UP: EmailSettings = { isSetUp: false };

/** Sets or removes the server that sends e-mails. The password can be set, and is never shown. */
export function EmailForm({ settings }: { settings: EmailSettings }) {
  const { petstore, queries } = useSession();
  const [isRemoving, setRemoving] = useState(false);
  const [removals, setRemovals] = useState(0);
  const removal = useMutation({
    mutationFn: () => petstore.settings.removeEmail(),
    onSuccess: () => {
      queries.setQueryData(emailSettingsOf(petstore).queryKey, NOT_SET_UP);
      setRemovals(removals + 1);
    },
  });
  return (
    <>
      {/* A new form, without the server that was removed. */}
      <ServerForm
        key={removals}
        settings={settings}
        actions={
          settings.host !== undefined && (
            <button type="button" onClick={() => setRemoving(true)}>
              {TEXTS.remove}
            </button>
          )
        }
      />
      {isRemoving && (
        <ConfirmDialog
          title={TEXTS.removeTitle}
          submit={TEXTS.removeSubmit}
          mutation={removal}
          onClose={() => setRemoving(false)}
        >
          <p>{TEXTS.removeEffect}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function ServerForm({ settings, actions }: { settings: EmailSettings; actions: ReactNode }) {
  const { petstore, queries } = useSession();
  const fields = useRef<HTMLDivElement>(null);
  const saving = useFormSave({
    item: settings,
    read: () => petstore.settings.getEmail(),
    valuesOf: emailValues,
    send: async (form, current) => {
      const ifMatch = etagOf(current) ?? '';
      const saved = await petstore.settings.changeEmail(settingsIn(form), { ifMatch });
      queries.setQueryData(emailSettingsOf(petstore).queryKey, saved);
    },
    onSaved: () => {
      const password = fields.current?.querySelector<HTMLInputElement>('[name=password]');
      if (password != null) password.value = '';
    },
  });
  return (
    <SavedForm
      className="settings"
      aria-label={TEXTS.title}
      draft="settings-email"
      heading={null}
      texts={TEXTS}
      saving={saving}
      actions={actions}
    >
      <div ref={fields} className="settings-columns">
        <ServerFields settings={saving.opened} />
        <SenderFields settings={saving.opened} hasPassword={settings.hasPassword === true} />
      </div>
    </SavedForm>
  );
}

function ServerFields({ settings }: { settings: EmailSettings }) {
  const [security, setSecurity] = useState<Security>(settings.security ?? 'starttls');
  return (
    <div className="settings-column">
      <FormField name="host" label={TEXTS.host} hint={TEXTS.hostHint}>
        {(field) => (
          <input
            {...field}
            required
            maxLength={253}
            defaultValue={settings.host}
            placeholder="mail.shelter.example"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField name="security" label={TEXTS.security}>
        {(field) => (
          <select
            {...field}
            defaultValue={security}
            onChange={({ target }) =>
              setSecurity(SECURITIES.find((one) => one === target.value) ?? 'starttls')
            }
          >
            {SECURITIES.map((one) => (
              <option key={one} value={one}>
                {TEXTS.securities[one]}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FormField name="port" label={TEXTS.port} hint={TEXTS.portHint(PORTS[security])}>
        {(field) => <input {...field} type="number" min={1} max={65_535} defaultValue={settings.port} />}
      </FormField>
    </div>
  );
}

function SenderFields({ settings, hasPassword }: { settings: EmailSettings; hasPassword: boolean }) {
  return (
    <div className="settings-column">
      <FormField name="user" label={TEXTS.user} hint={TEXTS.userHint}>
        {(field) => (
          <input
            {...field}
            maxLength={500}
            defaultValue={settings.user}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField
        name="password"
        label={TEXTS.password}
        hint={hasPassword ? TEXTS.passwordKept : TEXTS.passwordHint}
      >
        {(field) => <input {...field} type="password" maxLength={500} autoComplete="new-password" />}
      </FormField>
      <FormField name="from" label={TEXTS.from} hint={TEXTS.fromHint}>
        {(field) => (
          <input {...field} required defaultValue={settings.from} placeholder="hello@shelter.example" />
        )}
      </FormField>
    </div>
  );
}

function emailValues({ host, security, port, user, from }: EmailSettings): FormValues {
  return {
    host: host ?? '',
    security: security ?? 'starttls',
    port: String(port ?? ''),
    user: user ?? '',
    password: '',
    from: from ?? '',
  };
}

/** Returns what the form has. Without a password, that of the same server and user stays. */
function settingsIn(form: FormData): EmailSettingsRequest {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const port = text('port');
  return {
    host: text('host'),
    security: SECURITIES.find((one) => one === text('security')),
    port: port === '' ? undefined : Number(port),
    user: text('user') || undefined,
    password: String(form.get('password') ?? '') || undefined,
    from: text('from'),
  };
}

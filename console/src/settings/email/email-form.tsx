import type { EmailSettings, EmailSettingsRequest } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { emailSettingsOf } from '../../queries/email-query.ts';
import { useSession } from '../../session/use-session.ts';
import { useDraft } from '../../ui/forms/draft.ts';
import { FormBody, FormField } from '../../ui/forms/form-field.tsx';
import { TEXTS } from './email-texts.ts';

type Security = NonNullable<EmailSettingsRequest['security']>;
const SECURITIES: readonly Security[] = ['starttls', 'tls', 'none'];
const PORTS: Readonly<Record<Security, number>> = { starttls: 587, tls: 465, none: 25 };

/** Sets or removes the server that sends e-mails. The password is never shown. */
export function EmailForm({ settings }: { settings: EmailSettings }) {
  const form = useRef<HTMLFormElement>(null);
  const { petstore, queries } = useSession();
  const [security, setSecurity] = useState<Security>(settings.security ?? 'starttls');
  const { queryKey } = emailSettingsOf(petstore);
  const saving = useMutation({
    mutationFn: (wanted: EmailSettingsRequest) => petstore.settings.changeEmail(wanted),
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, saved);
      const password = form.current?.elements.namedItem('password');
      if (password instanceof HTMLInputElement) password.value = '';
    },
  });
  const removal = useMutation({
    mutationFn: () => petstore.settings.removeEmail(),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
  const draft = useDraft(form, 'settings-email', saving.isSuccess);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    removal.reset();
    saving.mutate(settingsIn(new FormData(event.currentTarget), security));
  };
  return (
    <form ref={form} className="settings" onSubmit={save} onInput={() => saving.isSuccess && saving.reset()}>
      <FormBody form={form} error={saving.error ?? removal.error} draft={draft}>
        <div className="settings-columns">
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
              {(field) => (
                <input {...field} type="number" min={1} max={65_535} defaultValue={settings.port} />
              )}
            </FormField>
          </div>
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
              hint={settings.hasPassword === true ? TEXTS.passwordKept : TEXTS.passwordHint}
            >
              {(field) => <input {...field} type="password" maxLength={500} autoComplete="new-password" />}
            </FormField>
            <FormField name="from" label={TEXTS.from} hint={TEXTS.fromHint}>
              {(field) => (
                <input {...field} required defaultValue={settings.from} placeholder="hello@shelter.example" />
              )}
            </FormField>
          </div>
        </div>
      </FormBody>
      <div className="form-actions">
        <span role="status">
          {saving.isSuccess && TEXTS.saved}
          {removal.isSuccess && TEXTS.removed}
        </span>
        {settings.host !== undefined && (
          <button type="button" disabled={removal.isPending} onClick={() => removal.mutate()}>
            {TEXTS.remove}
          </button>
        )}
        <button type="submit" className="primary" disabled={saving.isPending}>
          {saving.isPending ? TEXTS.saving : TEXTS.save}
        </button>
      </div>
    </form>
  );
}

function settingsIn(form: FormData, security: Security): EmailSettingsRequest {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const password = String(form.get('password') ?? '');
  return {
    host: text('host'),
    security,
    port: text('port') === '' ? undefined : Number(text('port')),
    user: text('user') || undefined,
    password: password || undefined,
    from: text('from'),
  };
}

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { useSession } from '../../session/use-session.ts';
import { language } from '../../texts/language.ts';
import { useDraft } from '../../ui/forms/draft.ts';
import { FormBody, FormField } from '../../ui/forms/form-field.tsx';
import { TEXTS } from './email-texts.ts';

/** Sends a test, and shows what the mail server answered. */
export function TestEmailForm() {
  const form = useRef<HTMLFormElement>(null);
  const { petstore } = useSession();
  const sending = useMutation({
    mutationFn: (to: string | undefined) => petstore.settings.sendTestEmail({ to, language }),
  });
  const draft = useDraft(form, undefined, sending.isSuccess);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    sending.mutate(String(new FormData(event.currentTarget).get('to') ?? '').trim() || undefined);
  };
  const { data: result } = sending;
  return (
    <form ref={form} className="settings" onSubmit={send}>
      <FormBody form={form} error={sending.error} draft={draft}>
        <FormField name="to" label={TEXTS.testTo} hint={TEXTS.testHint}>
          {(field) => <input {...field} type="email" autoComplete="email" />}
        </FormField>
      </FormBody>
      <div role="status">
        {result?.sent === true && <p>{TEXTS.testSent(result.to)}</p>}
        {result?.sent === false && (
          <p className="error-note">
            {TEXTS.testRefused} <span lang="en">{result.reason}</span>
          </p>
        )}
      </div>
      <div className="form-actions">
        <button type="submit" disabled={sending.isPending}>
          {TEXTS.sendTest}
        </button>
      </div>
    </form>
  );
}

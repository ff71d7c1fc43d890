import type { WebhookRequest } from '@petstore/client';
import { useRef } from 'react';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { deleteDraft } from '../../ui/forms/stored-drafts.ts';
import { useProgramChange } from '../program-queries.ts';
import { WebhookSecret } from './webhook-secret.tsx';
import { TEXTS } from './webhook-texts.ts';

const DRAFT = 'new-webhook';

/** The form to add a webhook, and then its secret, which is shown only once. */
export function AddWebhook({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const add = useProgramChange(
    (petstore, asked: WebhookRequest) => petstore.webhooks.create(asked),
    // The form goes away before it sees the success.
    () => deleteDraft(DRAFT),
  );
  if (add.data !== undefined) return <WebhookSecret secret={add.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.add}
      draft={DRAFT}
      submit={TEXTS.addSubmit}
      mutation={add}
      onSubmit={(form) => add.mutate(webhookIn(form))}
      onClose={onClose}
    >
      <FormField name="url" label={TEXTS.url} hint={TEXTS.urlHint}>
        {(field) => <input {...field} type="url" required maxLength={2_000} autoComplete="off" />}
      </FormField>
      <FormField name="description" label={TEXTS.description}>
        {(field) => <input {...field} maxLength={200} autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}

function webhookIn(form: FormData): WebhookRequest {
  const description = String(form.get('description')).trim();
  return { url: String(form.get('url')).trim(), ...(description !== '' && { description }) };
}

import { useRef } from 'react';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { usePartnerChange } from './partner-queries.ts';
import { TEXTS } from './partner-texts.ts';

/** The form to add a partner by its address. */
export function AddPartner({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const add = usePartnerChange(
    (petstore, url: string) => petstore.publishing.addPartner({ url }),
    () => dialog.current?.close(SAVED),
  );
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.add}
      draft="new-partner"
      submit={TEXTS.addSubmit}
      mutation={add}
      onSubmit={(form) => add.mutate(String(form.get('url')).trim())}
      onClose={onClose}
    >
      <FormField name="url" label={TEXTS.url} hint={TEXTS.urlHint}>
        {(field) => <input {...field} type="url" required maxLength={2_000} autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}

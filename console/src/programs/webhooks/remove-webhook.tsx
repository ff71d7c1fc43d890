import { useRef } from 'react';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { useProgramChange } from '../program-queries.ts';
import { TEXTS } from './webhook-texts.ts';

interface RemoveWebhookProps {
  id: bigint;
  name: string;
  onClose(): void;
}

/** Asks before a webhook is removed, which cannot be undone. */
export function RemoveWebhook({ id, name, onClose }: RemoveWebhookProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const remove = useProgramChange(
    (petstore) => petstore.webhooks.remove(id),
    () => dialog.current?.close(SAVED),
  );
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.removeOf(name)}
      submit={TEXTS.removeSubmit}
      mutation={remove}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{TEXTS.removeEffect}</p>
    </FormDialog>
  );
}

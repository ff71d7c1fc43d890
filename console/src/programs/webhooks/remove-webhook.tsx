import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { useProgramChange } from '../program-queries.ts';
import { TEXTS } from './webhook-texts.ts';

interface RemoveWebhookProps {
  id: bigint;
  name: string;
  onClose(): void;
}

/** Asks before a webhook is removed, which cannot be undone. */
export function RemoveWebhook({ id, name, onClose }: RemoveWebhookProps) {
  const remove = useProgramChange((petstore) => petstore.webhooks.remove(id));
  return (
    <ConfirmDialog
      title={TEXTS.removeOf(name)}
      submit={TEXTS.removeSubmit}
      mutation={remove}
      onClose={onClose}
    >
      <p>{TEXTS.removeEffect}</p>
    </ConfirmDialog>
  );
}

import { SecretDialog } from '../secret-dialog.tsx';
import { TEXTS } from './webhook-texts.ts';

/** The secret of a webhook, with which its receiver verifies each message. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <SecretDialog
      title={TEXTS.secretTitle}
      help={TEXTS.copyNow}
      name={TEXTS.secret}
      secret={secret}
      onClose={onClose}
    />
  );
}

import type { Webhook, WebhookChange } from '@petstore/client';
import { useState } from 'react';
import { Moment } from '../../session/moment.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useProgramChange } from '../program-queries.ts';
import { DeliveryRows, wordOf } from './delivery-rows.tsx';
import { RemoveWebhook } from './remove-webhook.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { TEXTS } from './webhook-texts.ts';

/** One webhook, and what can be done with it. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, description, state, failingSince } = webhook;
  const [isRemoving, setRemoving] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const test = useProgramChange(
    (petstore) => petstore.webhooks.test(id),
    () => setOpen(true),
  );
  const change = useProgramChange((petstore, asked: WebhookChange) => petstore.webhooks.change(id, asked));
  const rotate = useProgramChange((petstore) => petstore.webhooks.rotateSecret(id));
  const error = test.error ?? change.error ?? rotate.error;
  const isOn = state === 'on';
  const name = description ?? new URL(url).host;
  return (
    <li className="card account">
      <h3>{name}</h3>
      <p className="detail">
        <code>{url}</code>
        {isOn ? <span>{TEXTS.states.on}</span> : <strong>{wordOf(TEXTS.states, state)}</strong>}
        {isOn && failingSince !== undefined && (
          <strong>
            {TEXTS.failing} <Moment at={failingSince} />
          </strong>
        )}
      </p>
      <div className="account-actions">
        <button type="button" disabled={test.isPending} onClick={() => test.mutate()}>
          {TEXTS.test}
          <span className="visually-hidden"> {name}</span>
        </button>
        <button type="button" disabled={change.isPending} onClick={() => change.mutate({ isOn: !isOn })}>
          {isOn ? TEXTS.switchOff : state === 'orphaned' ? TEXTS.takeOver : TEXTS.switchOn}
          <span className="visually-hidden"> {name}</span>
        </button>
        <button type="button" disabled={rotate.isPending} onClick={() => rotate.mutate()}>
          {TEXTS.rotate}
          <span className="visually-hidden"> {name}</span>
        </button>
        <button type="button" onClick={() => setRemoving(true)}>
          {TEXTS.remove}
          <span className="visually-hidden"> {name}</span>
        </button>
      </div>
      <div role="alert">{error !== null && <ErrorNote error={error} />}</div>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{TEXTS.sent}</summary>
        {isOpen && <DeliveryRows webhookId={id} />}
      </details>
      {rotate.data !== undefined && <WebhookSecret secret={rotate.data.secret} onClose={rotate.reset} />}
      {isRemoving && <RemoveWebhook id={id} name={name} onClose={() => setRemoving(false)} />}
    </li>
  );
}

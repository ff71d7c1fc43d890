import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { ListState, Skeleton } from '../../ui/list-states.tsx';
import { AddWebhook } from './add-webhook.tsx';
import { webhookList } from './webhook-queries.ts';
import { WebhookRow } from './webhook-row.tsx';
import { TEXTS } from './webhook-texts.ts';

/** Where the changes are sent to, for the account of this tab. */
export function WebhooksSection() {
  const list = useQuery(webhookList(useSession().petstore));
  const [isAdding, setAdding] = useState(false);
  const webhooks = list.data ?? [];
  return (
    <section className="programs">
      <h2>{TEXTS.title}</h2>
      <p className="hint">{TEXTS.purpose}</p>
      <div className="account-actions">
        <button type="button" onClick={() => setAdding(true)}>
          {TEXTS.add}
        </button>
      </div>
      <ListState
        isLoading={list.isPending && list.error === null}
        error={list.error}
        isEmpty={webhooks.length === 0}
        onRetry={list.refetch}
        skeleton={<Skeleton rows={1} className="programs" />}
        empty={<p>{TEXTS.none}</p>}
      >
        <ul className="programs">
          {webhooks.map((webhook) => (
            <WebhookRow key={String(webhook.id)} webhook={webhook} />
          ))}
        </ul>
      </ListState>
      {isAdding && <AddWebhook onClose={() => setAdding(false)} />}
    </section>
  );
}

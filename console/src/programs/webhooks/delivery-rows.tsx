import type { WebhookDelivery } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { Moment } from '../../session/moment.tsx';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ListState, Skeleton } from '../../ui/list-states.tsx';
import { useProgramChange } from '../program-queries.ts';
import { deliveryList } from './webhook-queries.ts';
import { TEXTS } from './webhook-texts.ts';

/** The last messages of a webhook. */
export function DeliveryRows({ webhookId }: { webhookId: bigint }) {
  const list = useQuery(deliveryList(useSession().petstore, webhookId));
  const deliveries = list.data ?? [];
  return (
    <ListState
      isLoading={list.isPending && list.error === null}
      error={list.error}
      isEmpty={deliveries.length === 0}
      onRetry={list.refetch}
      skeleton={<Skeleton rows={1} className="keys" />}
      empty={<p>{TEXTS.nothingSent}</p>}
    >
      <ul className="keys">
        {deliveries.map((delivery) => (
          <DeliveryRow key={String(delivery.id)} webhookId={webhookId} delivery={delivery} />
        ))}
      </ul>
    </ListState>
  );
}

function DeliveryRow({ webhookId, delivery }: { webhookId: bigint; delivery: WebhookDelivery }) {
  const { id, kind, state, attemptedAt, createdAt, answer } = delivery;
  const retry = useProgramChange((petstore) => petstore.webhooks.retry(webhookId, id));
  return (
    <li>
      <p className="detail">
        <strong>{wordOf(TEXTS.results, state)}</strong>
        <span>{wordOf(TEXTS.kinds, kind)}</span>
        <Moment at={attemptedAt ?? createdAt} />
      </p>
      {delivery.failure !== undefined && <p>{reasonOf(delivery)}</p>}
      {delivery.failure !== undefined && answer !== undefined && <p className="hint">{answer}</p>}
      <div className="account-actions">
        <button type="button" disabled={retry.isPending} onClick={() => retry.mutate()}>
          {TEXTS.retry}
        </button>
      </div>
      <div role="alert">{retry.error !== null && <ErrorNote error={retry.error} />}</div>
    </li>
  );
}

function reasonOf({ failure, status, reason = '' }: WebhookDelivery): string {
  if (failure === 'status' && status !== undefined) return TEXTS.status(Number(status));
  return (failure && (TEXTS.failures as Readonly<Record<string, string>>)[failure]) ?? reason;
}

/** A later service may have other values. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? value;
}

import type { Generated } from 'kysely';
import type { DeliveryKind, DeliveryState, WebhookState } from '../column-values.ts';

/** The tables of webhooks, as `Tables` describes them. */
export interface WebhookTables {
  /** Where the feed is sent to. */
  webhooks: {
    id: Generated<bigint>;
    account_id: bigint;
    /** That of the key or person who made it: it is sent at most what that role may read. */
    role: string;
    // It belongs to who made it, last switched it on or changed its address. Both are null in rows of an older version.
    api_key_id: Generated<bigint | null>;
    person_id: Generated<bigint | null>;
    url: string;
    description: string | null;
    /** JSON; null for all. */
    event_types: string | null;
    /** 1 if a request may have many events, 0 for one event a request. */
    sends_batches: bigint;
    /** Sealed JSON. */
    secrets: string;
    /** The last event that was delivered, or that it may not see. */
    position: bigint;
    /** The last id that a recovery had skipped when it was last in step with the store. */
    skipped_until: bigint;
    state: WebhookState;
    created_at: bigint;
    /** The delivery that goes out next; null for none. */
    pending_id: bigint | null;
    /** Attempts in vain since the last success. */
    attempts: bigint;
    failing_since: bigint | null;
    next_at: bigint;
    /** The process that sends to it, until a time. */
    leased_by: string | null;
    leased_until: bigint;
  };
  /** The last messages of each webhook. Their events are read from the feed whenever they are sent. */
  webhook_deliveries: {
    id: Generated<bigint>;
    webhook_id: bigint;
    kind: DeliveryKind;
    state: DeliveryState;
    /** It has the events after this id and up to the next one. */
    after_id: bigint;
    last_id: bigint;
    /** How many events it has. */
    events: bigint;
    created_at: bigint;
    attempts: bigint;
    attempted_at: bigint | null;
    duration_ms: bigint | null;
    /** Of HTTP; null without an answer. */
    status: bigint | null;
    /** Why the last attempt failed; null if it did not. */
    failure: string | null;
    /** The beginning of the answer. */
    answer: string | null;
  };
}

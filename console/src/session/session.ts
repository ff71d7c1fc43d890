import type { Petstore, Quota } from '@petstore/client';
import type { QueryClient } from '@tanstack/react-query';
import type { UndoableChanges } from '../animals/changes/undoable-changes.ts';
import type { PendingUpdates } from '../feed/pending-updates.ts';
import type { Store } from '../store.ts';

/** Why nothing goes on for now, and until when if that is known. */
export interface ConnectionProblem {
  error: Error;
  /** Unix milliseconds. */
  until: number | undefined;
}

/** Both windows, and when an answer told them, in Unix milliseconds. */
export type QuotaSnapshot = Quota & { at: number };

/** One signed-in tab: its client, what it has read, and what the service last said about the quota. */
export interface Session {
  readonly apiKey: string;
  readonly petstore: Petstore;
  readonly queries: QueryClient;
  readonly quota: Store<QuotaSnapshot | undefined>;
  readonly standstill: Store<ConnectionProblem | undefined>;
  /** Something was read: what is not needed for the first sight may be asked for now. */
  readonly isReady: Store<boolean>;
  /** What the feed told of and no list shows yet. */
  readonly news: Store<PendingUpdates>;
  /** Changes of animals that the reader asked for and that are not made yet. */
  readonly changes: UndoableChanges;
  /** Says that it goes on: what failed and is shown is read again. */
  goOn(): void;
  /** Says what a failed call means for the whole page, if it means something. */
  failed(error: unknown): void;
  /** Ends the session: what the service answers later is shown nowhere. */
  end(): void;
}

import type { Petstore, Quota } from '@petstore/client';
import type { QueryClient } from '@tanstack/react-query';
import type { Observable } from '../observable.ts';
import type { PendingUpdates } from '../queries/pending-updates.ts';
import type { UndoableChanges } from './changes/undoable-changes.ts';
import type { Credential } from './credential.ts';

/** Why requests wait or fail. */
export interface ConnectionProblem {
  error: Error;
  /** When the console tries again, in Unix milliseconds; undefined if that is not known. */
  until: number | undefined;
}

/** Both windows, and when the response that reported them arrived, in Unix milliseconds. */
export type QuotaSnapshot = Quota & { at: number };

/** One signed-in tab: its client and its data. */
export interface Session {
  /** What requests are sent with now. */
  readonly credential: Observable<Credential>;
  /** Why the service no longer accepts the credential. What is shown stays, until the user signs in again above it. */
  readonly keyProblem: Observable<Error | undefined>;
  readonly petstore: Petstore;
  readonly queries: QueryClient;
  readonly quota: Observable<QuotaSnapshot | undefined>;
  readonly connectionProblem: Observable<ConnectionProblem | undefined>;
  /** The first response has arrived. Requests that the first page does not need can start now. */
  readonly isReady: Observable<boolean>;
  /** Updates from the feed that no list shows yet. */
  readonly pendingUpdates: Observable<PendingUpdates>;
  /** Changes of animals that the user requested and that are not made yet. */
  readonly changes: UndoableChanges;
  /** Clears the connection problem and reads again what is shown and failed. */
  resume(): void;
  /** Shows what the error of a call means for the whole page, if anything. */
  reportError(error: unknown): void;
  /** Goes on with another credential, and reads again what is shown. */
  goOnWith(credential: Credential): void;
  /** Ends the session. Later responses have no effect. */
  end(): void;
}

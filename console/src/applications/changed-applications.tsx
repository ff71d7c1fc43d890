import type { ApplicationSummary } from '@petstore/client';
import { useObservable } from '../observable.ts';
import { useSession } from '../session/use-session.ts';
import { PendingUpdatesBar } from '../ui/pending-updates-bar.tsx';
import { APPLICATION_LISTS } from './application-queries.ts';
import { TEXTS } from './applications-texts.ts';

/** Announces what others have sent or changed since the list was read. */
export function ChangedApplications({ shown }: { shown: readonly ApplicationSummary[] }) {
  const { queries, pendingUpdates } = useSession();
  const { applications } = useObservable(pendingUpdates);
  const changed = [...applications].filter(([id, state]) => isNews(shown, id, state));
  const show = () => {
    pendingUpdates.set({ ...pendingUpdates.get(), applications: new Map() });
    queries.invalidateQueries({ queryKey: APPLICATION_LISTS });
  };
  return <PendingUpdatesBar count={changed.length} text={TEXTS.changed(changed.length)} onShow={show} />;
}

/** A change that the list has already, such as one of the user, is no news. */
function isNews(shown: readonly ApplicationSummary[], id: bigint, state: string): boolean {
  const known = shown.find((application) => application.id === id);
  return known === undefined ? state === 'received' : known.state !== state;
}

import type { ApplicationSummary } from '@petstore/client';
import { useObservable } from '../observable.ts';
import { APPLICATION_LISTS } from '../queries/application-keys.ts';
import type { ApplicationView } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { PendingUpdatesBar } from '../ui/pending-updates-bar.tsx';
import { TEXTS } from './applications-texts.ts';

/** The lists that a new application belongs to. */
const WITH_NEW: readonly ApplicationView[] = ['waiting', 'animals'];

interface ChangedApplicationsProps {
  view: ApplicationView;
  shown: readonly ApplicationSummary[];
}

/** Announces what others have sent or changed since the list was read. */
export function ChangedApplications({ view, shown }: ChangedApplicationsProps) {
  const { queries, pendingUpdates } = useSession();
  const { applications } = useObservable(pendingUpdates);
  const changed = [...applications].filter(([id, state]) => isNews(view, shown, id, state));
  const show = () => {
    pendingUpdates.set({ ...pendingUpdates.get(), applications: new Map() });
    queries.invalidateQueries({ queryKey: APPLICATION_LISTS });
  };
  return <PendingUpdatesBar count={changed.length} text={TEXTS.changed(changed.length)} onShow={show} />;
}

/** A change that the list has already, such as one of the user, is no news. */
function isNews(
  view: ApplicationView,
  shown: readonly ApplicationSummary[],
  id: bigint,
  state: string,
): boolean {
  const known = shown.find((application) => application.id === id);
  return known === undefined ? WITH_NEW.includes(view) && state === 'received' : known.state !== state;
}

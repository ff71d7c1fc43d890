import { useMemo, useSyncExternalStore } from 'react';
import { parseRoute, type Route } from './route.ts';

/** The route of the address, as it changes. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(onHashChange, () => location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

function onHashChange(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

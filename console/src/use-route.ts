import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { parseRoute, type Route } from './route.ts';
import { goToKeptPlace } from './scroll-place.ts';

/** The route of the address, as it changes. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(onHashChange, () => location.hash);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another place
  useLayoutEffect(goToKeptPlace, [hash]);
  return useMemo(() => parseRoute(hash), [hash]);
}

function onHashChange(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

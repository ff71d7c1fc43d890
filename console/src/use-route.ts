import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { parseRoute, type Route } from './route.ts';
import { restoreScrollPosition } from './scroll-position.ts';

/** Returns the current route and follows its changes. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(onHashChange, () => location.hash);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has its own scroll position
  useLayoutEffect(restoreScrollPosition, [hash]);
  return useMemo(() => parseRoute(hash), [hash]);
}

function onHashChange(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

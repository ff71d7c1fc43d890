import { startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { parseRoute, type Route } from './route.ts';
import { restoreScrollPosition } from './scroll-position.ts';

/** Returns the current route and follows its changes. The page before stays until the file of the next one is loaded. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => startTransition(() => setHash(location.hash));
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has its own scroll position
  useLayoutEffect(restoreScrollPosition, [hash]);
  return useMemo(() => parseRoute(hash), [hash]);
}

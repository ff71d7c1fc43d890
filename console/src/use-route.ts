import { useEffect, useLayoutEffect, useMemo, useState, useTransition } from 'react';
import { editedForms } from './edited-forms.ts';
import { parseRoute, type Route } from './route.ts';
import { restoreScrollPosition } from './scroll-position.ts';
import { LEAVE_FORM } from './texts/leave-form.ts';

interface CurrentRoute {
  readonly route: Route;
  /** The file of the next page is being loaded. */
  readonly isLoading: boolean;
}

/** Returns the current route and follows its changes. The page before stays until the file of the next one is loaded. */
export function useRoute(): CurrentRoute {
  const [isLoading, startTransition] = useTransition();
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    let shown = location.hash;
    const follow = () => {
      if (location.hash !== shown && editedForms.size > 0 && !confirm(LEAVE_FORM)) {
        history.pushState(null, '', shown === '' ? location.pathname : shown);
        return;
      }
      shown = location.hash;
      startTransition(() => setHash(shown));
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has its own scroll position
  useLayoutEffect(restoreScrollPosition, [hash]);
  const route = useMemo(() => parseRoute(hash), [hash]);
  return { route, isLoading };
}

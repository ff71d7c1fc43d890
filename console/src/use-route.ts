import { useEffect, useLayoutEffect, useMemo, useState, useTransition } from 'react';
import { editedForms } from './edited-forms.ts';
import { parseRoute, type Route } from './route.ts';
import { restoreScrollPosition } from './scroll-position.ts';
import { LEAVE_FORM } from './texts/leave-form.ts';

interface CurrentRoute {
  readonly route: Route;
  /** False until the file of the first page is loaded. */
  readonly isLoaded: boolean;
  /** The file of the next page is being loaded. */
  readonly isLoading: boolean;
}

/** Returns the current route and follows its changes. The page before stays until the file of the next one is loaded. */
export function useRoute(): CurrentRoute {
  const [isLoading, startTransition] = useTransition();
  const [hash, setHash] = useState(location.hash);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let shown = location.hash;
    const follow = () => {
      if (location.hash !== shown && editedForms.size > 0 && !confirm(LEAVE_FORM)) {
        history.pushState(null, '', shown === '' ? location.pathname : shown);
        return;
      }
      shown = location.hash;
      startTransition(() => {
        setHash(shown);
        setLoaded(true);
      });
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has its own scroll position
  useLayoutEffect(restoreScrollPosition, [hash]);
  const route = useMemo(() => parseRoute(hash), [hash]);
  return { route, isLoaded, isLoading };
}

import { type RefObject, useLayoutEffect } from 'react';

/**
 * Leaves the keyboard in the place when what had it goes, so that it does not begin again at the top of the page. For
 * what comes and goes inside of the place, which takes `tabIndex={-1}`.
 */
export function useFocusLeftIn(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      // Not when this began: what is inside comes before the place itself.
      const kept = place.current;
      if (kept?.contains(document.activeElement)) kept.focus({ preventScroll: true });
    },
    [place],
  );
}

import { type RefObject, useLayoutEffect } from 'react';

/**
 * Moves the focus to the container when the component that has it is removed; otherwise it would move to the top of the page.
 * Call it in a component inside of the container. The container needs `tabIndex={-1}`.
 */
export function useKeepFocusIn(container: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      // Read now: when the effect ran, the ref of the container was not set yet.
      const element = container.current;
      if (element?.contains(document.activeElement)) element.focus({ preventScroll: true });
    },
    [container],
  );
}

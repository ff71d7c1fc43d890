/**
 * Keeps the scroll position of each history entry. The browser would restore it before the page is rendered, and would keep the
 * position of one page for the next.
 */
history.scrollRestoration = 'manual';

/** The position to restore. The page may still be too short, because its data is read again page by page. */
let target: number | undefined;

/** Scrolls to the stored position of this history entry; to the top of a new one. */
export function restoreScrollPosition(): void {
  target = positionIn(history.state);
  scrollToTarget();
}

function scrollToTarget(): void {
  if (target === undefined) return;
  scrollTo({ top: target, behavior: 'instant' });
  // On a scaled screen the browser may round the position by less than a pixel.
  if (scrollY > target - 1) target = undefined;
}

function storePosition(): void {
  if (target === undefined) history.replaceState({ ...history.state, y: scrollY }, '');
}

/** The user scrolls: do not interfere. */
function cancel(): void {
  target = undefined;
}

function positionIn(state: unknown): number {
  const isStored = typeof state === 'object' && state !== null && 'y' in state;
  return isStored && typeof state.y === 'number' ? state.y : 0;
}

/** Safari has no `scrollend`. It allows 100 stored positions in half a minute, too few for every `scroll`. */
const SCROLL_END_MS = 150;
let scrolling: ReturnType<typeof setTimeout> | undefined;

if ('onscrollend' in globalThis) addEventListener('scrollend', storePosition);
else {
  addEventListener('scroll', () => {
    clearTimeout(scrolling);
    scrolling = setTimeout(storePosition, SCROLL_END_MS);
  });
}
addEventListener('pagehide', storePosition);
// Before a link is followed: the page may still be scrolling.
addEventListener('click', storePosition, { capture: true });
for (const input of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
  addEventListener(input, cancel, { capture: true, passive: true });
}
new ResizeObserver(scrollToTarget).observe(document.documentElement);

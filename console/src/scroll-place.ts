/**
 * Where each entry of the history was scrolled to. The browser keeps that too, but it goes there before the page is, and
 * takes the place of one page to the next.
 */
history.scrollRestoration = 'manual';

/** Where to go as soon as the page is long enough: what was read may have been dropped, and comes again bit by bit. */
let wanted: number | undefined;

/** Goes to where the page of this entry was left; to the top of one that comes for the first time. */
export function goToKeptPlace(): void {
  wanted = keptIn(history.state);
  goOn();
}

function goOn(): void {
  if (wanted === undefined) return;
  scrollTo({ top: wanted, behavior: 'instant' });
  // Less than a pixel may be missing where one is not a whole number of the screen's.
  if (scrollY > wanted - 1) wanted = undefined;
}

function keepPlace(): void {
  if (wanted === undefined) history.replaceState({ y: scrollY }, '');
}

/** Whoever scrolls by themselves is taken nowhere else. */
function letGo(): void {
  wanted = undefined;
}

function keptIn(state: unknown): number {
  const isKept = typeof state === 'object' && state !== null && 'y' in state;
  return isKept && typeof state.y === 'number' ? state.y : 0;
}

addEventListener('scrollend', keepPlace);
// Before a link is followed, perhaps while the page still scrolls.
addEventListener('click', keepPlace, { capture: true });
for (const own of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
  addEventListener(own, letGo, { capture: true, passive: true });
}
new ResizeObserver(goOn).observe(document.documentElement);

import { type RefObject, useEffect } from 'react';

/**
 * Sets properties of the style of an element to the part of the window that is visible. The keyboard of a phone covers the rest,
 * and only some browsers make the window smaller for it.
 */
export function useVisibleArea(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = globalThis.visualViewport;
    const style = element.current?.style;
    if (viewport === null || viewport === undefined || style === undefined) return;
    const follow = () => {
      style.setProperty('--visible-height', `${viewport.height}px`);
      style.setProperty('--visible-top', `${viewport.offsetTop}px`);
    };
    follow();
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
    };
  }, [element]);
}

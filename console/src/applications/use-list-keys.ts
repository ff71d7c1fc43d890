import { type RefObject, useEffect } from 'react';

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };
/** Where a letter is typed. */
const WITH_LETTERS = 'input, select, textarea, [contenteditable]';

/** Moves the focus along the links of a list with j and k. Enter opens a link anyway. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined || meansSomethingElse(event)) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])];
      const { activeElement } = document;
      const current = activeElement instanceof HTMLElement ? links.indexOf(activeElement) : -1;
      const first = step > 0 ? 0 : links.length - 1;
      links[current === -1 ? first : current + step]?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [list]);
}

function meansSomethingElse({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || document.querySelector('dialog[open]') !== null) return true;
  return target instanceof Element && target.closest(WITH_LETTERS) !== null;
}

import { useEffect } from 'react';
import { hrefOf } from '../../route.ts';

export const KEYS = { previous: 'ArrowLeft', next: 'ArrowRight' } as const;

/** Where an arrow key means something else. */
const WITH_ARROWS = 'input, select, textarea, dialog, [contenteditable], [role="menu"]';

/** Goes to the animals around one with the arrow keys. */
export function useArrowKeys(previous: bigint | undefined, next: bigint | undefined): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      const to = { [KEYS.previous]: previous, [KEYS.next]: next }[key];
      if (to === undefined || altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return;
      if (document.querySelector('dialog[open]') !== null) return;
      if (target instanceof Element && target.closest(WITH_ARROWS) !== null) return;
      location.hash = hrefOf({ page: 'animal', id: to });
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [previous, next]);
}

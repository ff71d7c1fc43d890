import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';

/**
 * A button that shows and hides some controls. The menu closes with Escape and when the focus leaves it.
 *
 * @returns the properties of the element around both, of the button, and of the element with the controls.
 */
export function useMenu() {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return {
    /** Closes the menu, and focuses the button. */
    close,
    /** Closes the menu for another page, which takes the focus. */
    leave: () => setOpen(false),
    container: {
      tabIndex: -1,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape' && isOpen) close();
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      },
    },
    button: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': id,
      onClick: () => {
        // Safari does not focus a button that is clicked.
        button.current?.focus();
        setOpen(!isOpen);
      },
    },
    items: { id, hidden: !isOpen },
  };
}

import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { hrefOf } from '../route.ts';
import { LanguageSelect } from '../texts/language-select.tsx';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ICONS } from './icons.tsx';
import { TEXTS } from './navigation-texts.ts';

/** What is needed seldom: the usage of the account, the language, and signing out. It closes when the focus leaves it. */
export function UserMenu({ onSignOut }: { onSignOut(): void }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  };
  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and the focus of the elements in it
    <div className="menu" tabIndex={-1} onKeyDown={closeOnEscape} onBlur={closeOnLeave}>
      <button
        ref={button}
        type="button"
        className="quiet menu-button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={TEXTS.menu}
        onClick={() => {
          // Safari does not focus a button that is clicked.
          button.current?.focus();
          setOpen(!isOpen);
        }}
      >
        {ICONS.menu}
      </button>
      <div id={id} className="user-menu" hidden={!isOpen}>
        <a href={hrefOf({ page: 'usage' })} onClick={() => setOpen(false)}>
          {PAGE_NAMES.usage}
        </a>
        <LanguageSelect />
        <button type="button" onClick={onSignOut}>
          {TEXTS.signOut}
        </button>
      </div>
    </div>
  );
}

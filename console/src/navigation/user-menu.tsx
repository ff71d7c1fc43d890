import { type MouseEvent, useId } from 'react';
import { hrefOf } from '../route.ts';
import { LanguageSelect } from '../texts/language-select.tsx';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ICONS } from './icons.tsx';
import { TEXTS } from './navigation-texts.ts';

/** What is needed seldom: the usage of the account, the language, and signing out. */
export function UserMenu({ onSignOut }: { onSignOut(): void }) {
  const id = useId();
  return (
    <>
      <button type="button" className="quiet menu-button" popoverTarget={id} aria-label={TEXTS.menu}>
        {ICONS.menu}
      </button>
      <div id={id} popover="auto" className="user-menu">
        <a href={hrefOf({ page: 'usage' })} onClick={close}>
          {PAGE_NAMES.usage}
        </a>
        <LanguageSelect />
        <button type="button" onClick={onSignOut}>
          {TEXTS.signOut}
        </button>
      </div>
    </>
  );
}

function close({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}

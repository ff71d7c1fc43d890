import { hrefOf, type Route } from '../route.ts';
import { useMayWrite, useRole } from '../session/use-session.ts';
import { LanguageSelect } from '../texts/language-select.tsx';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { useMenu } from '../use-menu.ts';
import { ICONS } from './icons.tsx';
import { TEXTS } from './navigation-texts.ts';

interface UserMenuProps {
  route: Route;
  onSignOut(): void;
}

/** What is needed seldom: the export, the bin, the usage of the account unless the navigation has it, the language, and signing out. */
export function UserMenu({ route, onSignOut }: UserMenuProps) {
  const menu = useMenu();
  const mayWrite = useMayWrite();
  const isAdmin = useRole() === 'admin';
  return (
    <div className="menu" {...menu.container}>
      <button type="button" className="quiet menu-button" aria-label={TEXTS.menu} {...menu.button}>
        {ICONS.menu}
      </button>
      <div className="user-menu" {...menu.items}>
        {/* From the list of animals it leads to the export of that list. */}
        <a href={hrefOf({ ...(route.page === 'animals' && route), page: 'export' })} onClick={menu.leave}>
          {PAGE_NAMES.export}
        </a>
        {mayWrite && (
          <a href={hrefOf({ page: 'bin' })} onClick={menu.leave}>
            {PAGE_NAMES.bin}
          </a>
        )}
        {isAdmin && (
          <a href={hrefOf({ page: 'usage' })} onClick={menu.leave}>
            {PAGE_NAMES.usage}
          </a>
        )}
        <LanguageSelect />
        <button type="button" onClick={onSignOut}>
          {TEXTS.signOut}
        </button>
      </div>
    </div>
  );
}

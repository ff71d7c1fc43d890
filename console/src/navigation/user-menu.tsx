import { hrefOf } from '../route.ts';
import { useMayWrite } from '../session/use-session.ts';
import { LanguageSelect } from '../texts/language-select.tsx';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { useMenu } from '../use-menu.ts';
import { ICONS } from './icons.tsx';
import { TEXTS } from './navigation-texts.ts';

/** What is needed seldom: the bin, the usage of the account, the language, and signing out. */
export function UserMenu({ onSignOut }: { onSignOut(): void }) {
  const menu = useMenu();
  const mayWrite = useMayWrite();
  return (
    <div className="menu" {...menu.container}>
      <button type="button" className="quiet menu-button" aria-label={TEXTS.menu} {...menu.button}>
        {ICONS.menu}
      </button>
      <div className="user-menu" {...menu.items}>
        {mayWrite && (
          <a href={hrefOf({ page: 'bin' })} onClick={menu.leave}>
            {PAGE_NAMES.bin}
          </a>
        )}
        <a href={hrefOf({ page: 'usage' })} onClick={menu.leave}>
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

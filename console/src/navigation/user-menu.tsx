import { useState } from 'react';
import { hrefOf, type Route } from '../route.ts';
import { useMayManage, usePerson, useRole } from '../session/use-session.ts';
import { LanguageSelect } from '../texts/language-select.tsx';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { useMenu } from '../use-menu.ts';
import { ICONS } from './icons.tsx';
import { TEXTS } from './navigation-texts.ts';

interface UserMenuProps {
  route: Route;
  onSignOut(): Promise<void>;
}

/** What is needed seldom: who is signed in and on which devices, the export, the bin, the webhooks and the usage of the account unless the navigation has them, the language, and signing out. */
export function UserMenu({ route, onSignOut }: UserMenuProps) {
  const menu = useMenu();
  const person = usePerson();
  const mayManage = useMayManage();
  const role = useRole();
  const isAdmin = role === 'admin';
  const [problem, setProblem] = useState<Error>();
  return (
    <div className="menu" {...menu.container}>
      <button type="button" className="quiet menu-button" aria-label={TEXTS.menu} {...menu.button}>
        {ICONS.menu}
      </button>
      <div className="user-menu" {...menu.items}>
        {person !== undefined && (
          <>
            <p className="user-name">
              <bdi>{person.name}</bdi>
            </p>
            <a href={hrefOf({ page: 'devices' })} onClick={menu.leave}>
              {PAGE_NAMES.devices}
            </a>
          </>
        )}
        {mayManage && (
          <a href={hrefOf({ page: 'figures' })} onClick={menu.leave}>
            {PAGE_NAMES.figures}
          </a>
        )}
        {/* From the list of animals it leads to the export of that list. */}
        <a href={hrefOf({ ...(route.page === 'animals' && route), page: 'export' })} onClick={menu.leave}>
          {PAGE_NAMES.export}
        </a>
        {(role === 'manager' || isAdmin) && (
          <a href={hrefOf({ page: 'publishing' })} onClick={menu.leave}>
            {PAGE_NAMES.publishing}
          </a>
        )}
        {mayManage && (
          <a href={hrefOf({ page: 'bin' })} onClick={menu.leave}>
            {PAGE_NAMES.bin}
          </a>
        )}
        {mayManage && !isAdmin && (
          <a href={hrefOf({ page: 'programs' })} onClick={menu.leave}>
            {PAGE_NAMES.programs}
          </a>
        )}
        {isAdmin && (
          <a href={hrefOf({ page: 'usage' })} onClick={menu.leave}>
            {PAGE_NAMES.usage}
          </a>
        )}
        <LanguageSelect />
        <button type="button" onClick={() => onSignOut().catch(setProblem)}>
          {TEXTS.signOut}
        </button>
        <div role="alert">{problem !== undefined && <ErrorNote error={problem} />}</div>
      </div>
    </div>
  );
}

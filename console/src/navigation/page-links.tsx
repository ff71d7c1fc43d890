import { ADMIN_PAGES, hrefOf, type Route } from '../route.ts';
import { useMayManagePeople, usePerson, useRole } from '../session/use-session.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ICONS } from './icons.tsx';
import { TEXTS } from './navigation-texts.ts';

const PAGES = [
  { page: 'today', icon: 'today' },
  { page: 'animals', icon: 'animals' },
  { page: 'orders', icon: 'orders' },
  { page: 'activity', icon: 'activity' },
] as const;
/** Leads admins to the first of their pages, whose tabs lead to the others. */
const MANAGE = { page: ADMIN_PAGES[0], icon: 'manage' } as const;
/** Takes that place for others who manage the persons of their account. */
const PEOPLE = { page: 'people', icon: 'people' } as const;
/** Takes that place for the other keys. A person has nothing to do with plans and quotas. */
const USAGE = { page: 'usage', icon: 'usage' } as const;

/** The links to the pages: at the top of a wide screen, and within reach of the thumb on a phone. */
export function PageLinks({ route }: { route: Route }) {
  const current = currentEntry(route, useRole() === 'admin');
  const pages = [...PAGES, ...useLastPages()];
  return (
    <nav aria-label={TEXTS.pages} className="page-links">
      <ul>
        {pages.map(({ page, icon }) => (
          <li key={page}>
            <a href={hrefOf({ page })} aria-current={page === current ? 'page' : undefined}>
              {ICONS[icon]}
              {PAGE_NAMES[icon]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns what takes the last place, if anything. It is empty until the role is known. */
function useLastPages() {
  const role = useRole();
  const isPerson = usePerson() !== undefined;
  const managesPeople = useMayManagePeople();
  if (role === undefined) return [];
  if (role === 'admin') return [MANAGE];
  if (managesPeople === true) return [PEOPLE];
  return isPerson ? [] : [USAGE];
}

/** Returns the page whose link is the current one. */
function currentEntry({ page }: Route, isAdmin: boolean): Route['page'] {
  if (page === 'animal' || page === 'bin' || page === 'export' || page === 'print') return 'animals';
  return isAdmin && ADMIN_PAGES.some((adminPage) => adminPage === page) ? MANAGE.page : page;
}

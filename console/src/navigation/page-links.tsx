import { ADMIN_PAGES, APPLICATION_PAGES, hrefOf, type Route } from '../route.ts';
import { useMayManagePeople, usePerson, useRole, useSeesApplications } from '../session/use-session.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ICONS } from './icons.tsx';
import { TEXTS } from './navigation-texts.ts';
import { WaitingCount } from './waiting-count.tsx';

const TODAY = { page: 'today', icon: 'today' } as const;
const ANIMALS = { page: 'animals', icon: 'animals' } as const;
/** Its tabs lead to the orders. */
const APPLICATIONS = { page: 'applications', icon: 'applications' } as const;
/** Takes that place for those who see nothing of applications. */
const ORDERS = { page: 'orders', icon: 'orders' } as const;
const ACTIVITY = { page: 'activity', icon: 'activity' } as const;
/** Leads admins to the first of their pages, whose tabs lead to the others. */
const MANAGE = { page: ADMIN_PAGES[0], icon: 'manage' } as const;
/** Takes that place for others who manage the persons of their account. */
const PEOPLE = { page: 'people', icon: 'people' } as const;
/** Takes that place for the other keys. A person has nothing to do with plans and quotas. */
const USAGE = { page: 'usage', icon: 'usage' } as const;

/** The pages that the list of animals leads to. */
const OF_ANIMALS = ['animal', 'bin', 'export', 'print', 'cards', 'publishing', 'site', 'site-words'] as const;

/** The links to the pages: at the top of a wide screen, and within reach of the thumb on a phone. */
export function PageLinks({ route }: { route: Route }) {
  const role = useRole();
  const seesOnlyOrders = useSeesApplications() === false;
  const [third, otherThird] = seesOnlyOrders ? [ORDERS, APPLICATIONS] : [APPLICATIONS, ORDERS];
  const current = currentEntry(route, third.page, role === 'admin');
  const pages = [TODAY, ANIMALS, third, ACTIVITY, ...useLastPages()];
  return (
    <nav aria-label={TEXTS.pages} className="page-links">
      <ul>
        {pages.map(({ page, icon }) => (
          <li key={page}>
            <a href={hrefOf({ page })} aria-current={page === current ? 'page' : undefined}>
              {ICONS[icon]}
              {page === third.page ? <ThirdName page={page} other={otherThird.page} /> : PAGE_NAMES[icon]}
              {page === 'applications' && <WaitingCount />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Third = typeof APPLICATIONS.page | typeof ORDERS.page;

/** The name that depends on the role. It is as wide as the wider one of both, so that the next links do not move. */
function ThirdName({ page, other }: { page: Third; other: Third }) {
  return (
    <span className="either-name">
      {PAGE_NAMES[page]}
      <span aria-hidden="true">{PAGE_NAMES[other]}</span>
    </span>
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
function currentEntry({ page }: Route, third: Route['page'], isAdmin: boolean): Route['page'] {
  if (OF_ANIMALS.some((one) => one === page)) return 'animals';
  if (page === 'application' || APPLICATION_PAGES.some((one) => one === page)) return third;
  return isAdmin && ADMIN_PAGES.some((adminPage) => adminPage === page) ? MANAGE.page : page;
}

import { ChangeNotices } from './animals/changes/change-notices.tsx';
import { CurrentPage } from './current-page.tsx';
import { ADMIN_PAGES, hrefOf, type Route } from './route.ts';
import { ConnectionBanner } from './session/connection-banner.tsx';
import { useFeed } from './session/use-feed.ts';
import { useRole } from './session/use-session.ts';
import { useRoute } from './use-route.ts';

const PAGES: ReadonlyArray<{ route: Route; name: string }> = [
  { route: { page: 'animals' }, name: 'Animals' },
  { route: { page: 'orders' }, name: 'Orders' },
  { route: { page: 'usage' }, name: 'Usage' },
  { route: { page: 'activity' }, name: 'Activity' },
];
/** Leads admins to the first of their pages, whose tabs lead to the others. */
const MANAGE = { route: { page: ADMIN_PAGES[0] }, name: 'Manage' } as const;

/** The frame of every page: the navigation, the connection banner and the notices. */
export function Shell({ onSignOut }: { onSignOut(): void }) {
  const route = useRoute();
  useFeed();
  const current = currentEntry(route);
  const pages = useRole() === 'admin' ? [...PAGES, MANAGE] : PAGES;
  return (
    <>
      <button type="button" className="skip" onClick={skipToContent}>
        Skip to content
      </button>
      <header className="top">
        <a className="brand" href={hrefOf({ page: 'animals' })}>
          Petstore
        </a>
        <nav aria-label="Pages">
          <ul>
            {pages.map(({ route: target, name }) => (
              <li key={name}>
                <a href={hrefOf(target)} aria-current={target.page === current ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <button type="button" className="quiet" onClick={onSignOut}>
          Sign out
        </button>
      </header>
      <CurrentPage route={route} />
      <ConnectionBanner />
      <ChangeNotices />
    </>
  );
}

/** Returns the page whose link in the navigation is the current one. */
function currentEntry({ page }: Route): Route['page'] {
  if (page === 'animal') return 'animals';
  return ADMIN_PAGES.some((adminPage) => adminPage === page) ? MANAGE.route.page : page;
}

/** A button, not a link: the fragment of a link would be a route. */
function skipToContent(): void {
  document.querySelector<HTMLElement>('#content h1')?.focus();
}

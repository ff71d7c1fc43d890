import { ActivityPage } from './activity/activity-page.tsx';
import { AnimalPage } from './animals/animal-page.tsx';
import { AnimalsPage } from './animals/animals-page.tsx';
import { ChangeNotices } from './animals/changes/change-notices.tsx';
import { OrdersPage } from './orders/orders-page.tsx';
import { hrefOf, type Route } from './route.ts';
import { ConnectionBanner } from './session/connection-banner.tsx';
import { useFeed } from './session/use-feed.ts';
import { UsagePage } from './usage/usage-page.tsx';
import { useRoute } from './use-route.ts';

const PAGES: ReadonlyArray<{ route: Route; name: string }> = [
  { route: { page: 'animals' }, name: 'Animals' },
  { route: { page: 'orders' }, name: 'Orders' },
  { route: { page: 'usage' }, name: 'Usage' },
  { route: { page: 'activity' }, name: 'Activity' },
];

/** The frame of every page: the navigation, the connection banner and the notices. */
export function Shell({ onSignOut }: { onSignOut(): void }) {
  const route = useRoute();
  useFeed();
  const current = route.page === 'animal' ? 'animals' : route.page;
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
            {PAGES.map(({ route: target, name }) => (
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

/** A button, not a link: the fragment of a link would be a route. */
function skipToContent(): void {
  document.querySelector<HTMLElement>('#content h1')?.focus();
}

function CurrentPage({ route }: { route: Route }) {
  switch (route.page) {
    case 'animals':
      return <AnimalsPage status={route.status} categoryId={route.categoryId} q={route.q} />;
    case 'animal':
      return <AnimalPage key={String(route.id)} id={route.id} />;
    case 'orders':
      return <OrdersPage status={route.status} />;
    case 'usage':
      return <UsagePage />;
    case 'activity':
      return <ActivityPage />;
  }
}

import { ActivityPage } from './activity/activity-page.tsx';
import { AnimalPage } from './animals/animal-page.tsx';
import { AnimalsPage } from './animals/animals-page.tsx';
import { ChangeNotices } from './animals/changes/change-notices.tsx';
import { useFeed } from './feed/use-feed.ts';
import { OrdersPage } from './orders/orders-page.tsx';
import { hrefOf, type Route } from './route.ts';
import { ConnectionBanner } from './session/connection-banner.tsx';
import { UsagePage } from './usage/usage-page.tsx';
import { useRoute } from './use-route.ts';

const PLACES: ReadonlyArray<{ route: Route; name: string }> = [
  { route: { page: 'animals' }, name: 'Animals' },
  { route: { page: 'orders' }, name: 'Orders' },
  { route: { page: 'usage' }, name: 'Usage' },
  { route: { page: 'activity' }, name: 'Activity' },
];

/** What surrounds every page: the way to the others, and what holds all of them up. */
export function Shell({ onSignOut }: { onSignOut(): void }) {
  const route = useRoute();
  useFeed();
  const here = route.page === 'animal' ? 'animals' : route.page;
  return (
    <>
      <button type="button" className="skip" onClick={skipToContent}>
        Skip to the content
      </button>
      <header className="top">
        <a className="brand" href={hrefOf({ page: 'animals' })}>
          Petstore
        </a>
        <nav aria-label="Pages">
          <ul>
            {PLACES.map(({ route: place, name }) => (
              <li key={name}>
                <a href={hrefOf(place)} aria-current={place.page === here ? 'page' : undefined}>
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

/** Not a link: its address would be a route. */
function skipToContent(): void {
  document.querySelector<HTMLElement>('#content h1')?.focus();
}

function CurrentPage({ route }: { route: Route }) {
  switch (route.page) {
    case 'animals':
      return <AnimalsPage status={route.status} categoryId={route.categoryId} />;
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

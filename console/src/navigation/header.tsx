import { hrefOf, type Route } from '../route.ts';
import { SearchBox } from '../search/search-box.tsx';
import './navigation.css';
import { TEXTS } from './navigation-texts.ts';
import { PageLinks } from './page-links.tsx';
import { UserMenu } from './user-menu.tsx';

/** The header of every page. */
export function Header({ route, onSignOut }: { route: Route; onSignOut(): Promise<void> }) {
  return (
    <>
      <button type="button" className="skip" onClick={skipToContent}>
        {TEXTS.skip}
      </button>
      <header className="top">
        <a className="brand" href={hrefOf({ page: 'today' })}>
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span>Petstore</span>
        </a>
        <PageLinks route={route} />
        <SearchBox route={route} />
        <UserMenu route={route} onSignOut={onSignOut} />
      </header>
    </>
  );
}

/** A button, not a link: the fragment of a link would be a route. */
function skipToContent(): void {
  document.querySelector<HTMLElement>('#content h1')?.focus();
}

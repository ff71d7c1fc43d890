import { hrefOf, type Route } from '../route.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import './tabs.css';

type TabName = Extract<Route['page'], keyof typeof PAGE_NAMES>;

interface TabsProps<Name extends TabName> {
  label: string;
  pages: readonly Name[];
  current: Name;
}

/** Links to pages that belong together, above each of them. */
export function Tabs<Name extends TabName>({ label, pages, current }: TabsProps<Name>) {
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {pages.map((page) => (
          <li key={page}>
            <a href={hrefOf(plainRoute(page))} aria-current={page === current ? 'page' : undefined}>
              {PAGE_NAMES[page]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A page of a tab needs no more than its name. */
function plainRoute(page: TabName): Route {
  return { page };
}

import { type AnimalsRoute, hrefOf, parseRoute } from '../../../route.ts';
import { TEXTS } from './saved-texts.ts';

/** A list of animals that has a name: its filters, its order and its view. */
export interface SavedView {
  readonly name: string;
  /** The address of the list, from its `#` on. */
  readonly href: string;
}

/** A name is shown on one line. */
export const MAX_NAME = 60;
const MAX_VIEWS = 50;

/** The views that every browser has until its user changes them. */
export function initialViews(): SavedView[] {
  return [
    { name: TEXTS.withoutPhoto, href: hrefOf({ page: 'animals', status: 'available', photos: 'without' }) },
    {
      name: TEXTS.longestWaiting,
      href: hrefOf({ page: 'animals', status: 'available', sort: 'intakeDate', view: 'table' }),
    },
    { name: TEXTS.onHold, href: hrefOf({ page: 'animals', status: 'pending' }) },
  ];
}

/** Reads the views that a browser has stored; the initial ones if it has none. Leaves out what is no view: an older version or another program may have written it. */
export function viewsIn(stored: unknown): readonly SavedView[] {
  if (!Array.isArray(stored)) return initialViews();
  return stored.flatMap((one: unknown) => viewIn(one) ?? []).slice(0, MAX_VIEWS);
}

function viewIn(stored: unknown): SavedView | undefined {
  const { name, href }: { name?: unknown; href?: unknown } = Object(stored);
  if (typeof name !== 'string' || typeof href !== 'string') return undefined;
  const route = parseRoute(href);
  const given = name.trim().slice(0, MAX_NAME);
  return route.page === 'animals' && given !== '' ? { name: given, href: hrefOf(route) } : undefined;
}

/** Adds a view. One with the same name is replaced, in its place. */
export function withView(
  views: readonly SavedView[],
  name: string,
  route: AnimalsRoute,
): readonly SavedView[] {
  const view = { name: name.trim(), href: hrefOf(route) };
  const known = views.some((one) => one.name === view.name);
  if (!known) return [...views, view].slice(-MAX_VIEWS);
  return views.map((one) => (one.name === view.name ? view : one));
}

export function withoutView(views: readonly SavedView[], name: string): readonly SavedView[] {
  return views.filter((view) => view.name !== name);
}

/** Gives a view another name. One that has that name already is replaced. */
export function renamed(views: readonly SavedView[], from: string, to: string): readonly SavedView[] {
  const name = to.trim();
  return views
    .filter((view) => view.name === from || view.name !== name)
    .map((view) => (view.name === from ? { ...view, name } : view));
}

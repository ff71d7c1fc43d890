import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { AnimalPage } from './animals/animal-page.tsx';
import { AnimalsPage } from './animals/animals-page.tsx';
import { OrdersPage } from './orders/orders-page.tsx';
import type { AuditFilters, Route } from './route.ts';
import { inLanguage } from './texts/in-language.ts';
import { TodayPage } from './today/today-page.tsx';
import { Page } from './ui/page.tsx';
import { ReloadButton } from './ui/reload-button.tsx';

const TEXTS = inLanguage({
  en: {
    title: 'This page could not be loaded',
    reason: 'The service cannot be reached, or it has a new version of the console.',
  },
  es: {
    title: 'No se pudo cargar esta página',
    reason: 'No se puede conectar con el servicio, o hay una versión nueva de la consola.',
  },
  fr: {
    title: 'Cette page n’a pas pu être chargée',
    reason: 'Le service est injoignable, ou il a une nouvelle version de la console.',
  },
  de: {
    title: 'Diese Seite konnte nicht geladen werden',
    reason: 'Der Dienst ist nicht erreichbar, oder er hat eine neue Version der Konsole.',
  },
});

// Each of these is a file of its own, which is loaded when the page is opened.
const ExportPage = whenOpened(async () => (await import('./exports/export-page.tsx')).ExportPage);
const PrintPage = whenOpened(async () => (await import('./exports/print-page.tsx')).PrintPage);
const BinPage = whenOpened(async () => (await import('./bin/bin-page.tsx')).BinPage);
const UsagePage = whenOpened(async () => (await import('./usage/usage-page.tsx')).UsagePage);
const ActivityPage = whenOpened(async () => (await import('./activity/activity-page.tsx')).ActivityPage);
const CategoriesPage = whenOpened(
  async () => (await import('./categories/categories-page.tsx')).CategoriesPage,
);
const PeoplePage = whenOpened(async () => (await import('./people/people-page.tsx')).PeoplePage);
const ImportPage = whenOpened(async () => (await import('./imports/import-page.tsx')).ImportPage);
const AuditPage = whenOpened(async () => (await import('./audit/audit-page.tsx')).AuditPage);
const SettingsPage = whenOpened(async () => (await import('./settings/settings-page.tsx')).SettingsPage);

/** Called when the file of the first page begins to load, and when that ends. */
type OnLoading = (isLoading: boolean) => void;

/** The page of a route. Today and the pages of animals and orders, which are used most, are in the first file. */
export function CurrentPage({ route, onLoading }: { route: Route; onLoading: OnLoading }) {
  return (
    <Suspense fallback={<Loading onLoading={onLoading} />}>
      <PageOf route={route} />
    </Suspense>
  );
}

function Loading({ onLoading }: { onLoading: OnLoading }) {
  useEffect(() => {
    onLoading(true);
    return () => onLoading(false);
  }, [onLoading]);
  return <main id="content" aria-busy="true" />;
}

function PageOf({ route }: { route: Route }) {
  switch (route.page) {
    case 'today':
      return <TodayPage />;
    case 'animals':
      return <AnimalsPage {...route} />;
    case 'export':
      return <ExportPage {...route} />;
    case 'print':
      return <PrintPage {...route} />;
    case 'animal':
      return <AnimalPage key={String(route.id)} id={route.id} />;
    case 'orders':
      return <OrdersPage status={route.status} />;
    case 'bin':
      return <BinPage />;
    case 'usage':
      return <UsagePage />;
    case 'activity':
      return <ActivityPage />;
    case 'categories':
      return <CategoriesPage />;
    case 'people':
      return <PeoplePage />;
    case 'import':
      return <ImportPage />;
    case 'audit':
      return <AuditPage filters={filtersOf(route)} />;
    case 'settings':
      return <SettingsPage />;
  }
}

function filtersOf({ page: _page, ...filters }: { page: 'audit' } & AuditFilters): AuditFilters {
  return filters;
}

function whenOpened<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (page) => ({ default: page }),
      (): { default: ComponentType<Props> } => ({ default: NotLoaded }),
    ),
  );
}

/** The service is not reachable, or has a newer console, whose files have other names. */
function NotLoaded() {
  return (
    <Page title={TEXTS.title}>
      <p role="alert">{TEXTS.reason}</p>
      <ReloadButton />
    </Page>
  );
}

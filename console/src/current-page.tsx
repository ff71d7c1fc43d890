import { AnimalPage } from './animals/animal-page.tsx';
import { AnimalsPage } from './animals/animals-page.tsx';
import { type AuditFilters, hrefOf, type Route } from './route.ts';
import { TodayPage } from './today/today-page.tsx';
import { whenOpened } from './ui/when-opened.tsx';

// Each of these is a file of its own, which is loaded when the page is opened.
const ExportPage = whenOpened(async () => (await import('./exports/export-page.tsx')).ExportPage);
const OrdersPage = whenOpened(async () => (await import('./orders/orders-page.tsx')).OrdersPage);
const ApplicationsPage = whenOpened(
  async () => (await import('./applications/applications-page.tsx')).ApplicationsPage,
);
const ApplicationPage = whenOpened(
  async () => (await import('./applications/one/application-page.tsx')).ApplicationPage,
);
const QuestionsPage = whenOpened(
  async () => (await import('./applications/questions/questions-page.tsx')).QuestionsPage,
);
const PrintPage = whenOpened(async () => (await import('./exports/print-page.tsx')).PrintPage);
const CardsPage = whenOpened(async () => (await import('./exports/cards/cards-page.tsx')).CardsPage);
const FiguresPage = whenOpened(async () => (await import('./figures/figures-page.tsx')).FiguresPage);
const PublishingPage = whenOpened(
  async () => (await import('./publishing/publishing-page.tsx')).PublishingPage,
);
const SitePage = whenOpened(async () => (await import('./publishing/site/site-page.tsx')).SitePage);
const WordsPage = whenOpened(async () => (await import('./publishing/words/words-page.tsx')).WordsPage);
const BinPage = whenOpened(async () => (await import('./bin/bin-page.tsx')).BinPage);
const UsagePage = whenOpened(async () => (await import('./usage/usage-page.tsx')).UsagePage);
const ActivityPage = whenOpened(async () => (await import('./activity/activity-page.tsx')).ActivityPage);
const CategoriesPage = whenOpened(
  async () => (await import('./categories/categories-page.tsx')).CategoriesPage,
);
const PeoplePage = whenOpened(async () => (await import('./people/people-page.tsx')).PeoplePage);
const ProgramsPage = whenOpened(async () => (await import('./programs/programs-page.tsx')).ProgramsPage);
const DevicesPage = whenOpened(async () => (await import('./people/devices-page.tsx')).DevicesPage);
const ImportPage = whenOpened(async () => (await import('./imports/import-page.tsx')).ImportPage);
const AuditPage = whenOpened(async () => (await import('./audit/audit-page.tsx')).AuditPage);
const SettingsPage = whenOpened(async () => (await import('./settings/settings-page.tsx')).SettingsPage);

/** The page of a route. Today and the pages of animals, which are used most, are in the first file. */
export function CurrentPage({ route }: { route: Route }) {
  switch (route.page) {
    case 'today':
      return <TodayPage />;
    case 'animals':
      return <AnimalsPage {...route} />;
    case 'export':
      return <ExportPage {...route} />;
    case 'print':
      return <PrintPage {...route} />;
    case 'cards':
      return <CardsPage {...route} />;
    case 'animal':
      return <AnimalPage key={hrefOf(route)} id={route.id} field={route.field} />;
    case 'publishing':
      return <PublishingPage />;
    case 'site':
      return <SitePage key={route.site} id={route.site} />;
    case 'site-words':
      return <WordsPage key={route.site} id={route.site} />;
    case 'orders':
      return <OrdersPage status={route.status} />;
    case 'figures':
      return <FiguresPage about={route.about} period={{ from: route.from, to: route.to }} />;
    case 'applications':
      return <ApplicationsPage filters={route} />;
    case 'application':
      return <ApplicationPage key={String(route.id)} id={route.id} />;
    case 'questions':
      return <QuestionsPage />;
    case 'bin':
      return <BinPage />;
    case 'usage':
      return <UsagePage />;
    case 'activity':
      return <ActivityPage />;
    case 'categories':
      return <CategoriesPage />;
    case 'people':
      return <PeoplePage key={String(route.account)} account={route.account} />;
    case 'programs':
      return <ProgramsPage />;
    case 'devices':
      return <DevicesPage />;
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

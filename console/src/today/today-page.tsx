import type { Summary } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { isNotAllowed } from '../queries/errors.ts';
import { summaryOf } from '../queries/summary-query.ts';
import { hrefOf } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { NotForRole } from '../ui/not-for-role.tsx';
import { Page } from '../ui/page.tsx';
import { partWhenOpened } from '../ui/when-opened.tsx';
import { AnimalRows } from './animal-rows.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HoldsEndingSoon } from './holds-ending-soon.tsx';
import { StatusCounts } from './status-counts.tsx';
import { TEXTS } from './today-texts.ts';
import './today.css';
import { countText } from '../ui/local-text.ts';
import { TimeZoneHint } from './time-zone-hint.tsx';
import { TwoWeeks } from './two-weeks.tsx';
import { WaitingApplications } from './waiting-applications.tsx';

const Failures = partWhenOpened(async () => (await import('./failures.tsx')).Failures);
const ListingSites = partWhenOpened(async () => (await import('./listing-sites.tsx')).ListingSites);

/** What needs attention today, and the last two weeks: the first page of members. */
export function TodayPage() {
  const { petstore } = useSession();
  const { data: summary, error, refetch } = useQuery(summaryOf(petstore));
  return (
    <Page title={PAGE_NAMES.today} actions={summary && <Decide {...summary.ordersToDecide} />}>
      {summary === undefined && error === null && <Placeholder />}
      {summary === undefined && error !== null && isNotAllowed(error) && (
        <NotForRole>{TEXTS.forMembers}</NotForRole>
      )}
      {summary === undefined && error !== null && !isNotAllowed(error) && (
        <ErrorNote error={error} onRetry={refetch} />
      )}
      {summary !== undefined && <Overview summary={summary} />}
    </Page>
  );
}

/** Something did not reach anyone. A service of an earlier version sends only some of these numbers. */
function hasFailures({ failedEmails, unsentEmails, applications, webhooksSwitchedOff }: Summary): boolean {
  const counts = [failedEmails.count, unsentEmails, webhooksSwitchedOff, applications.failedEmails.length];
  return counts.some((count) => count > 0);
}

function Overview({ summary }: { summary: Summary }) {
  const { counts, longestOnHold, longestInCare, holdsEndingSoon } = summary;
  const { applications, publishing, timeZone, days, months } = summary;
  const openSites = publishing.filter(({ state }) => state === 'asks' || state === 'failed');
  if (counts.every(({ count }) => count === 0))
    return (
      <>
        {/* A site may ask why it gets no animals any more. */}
        {openSites.length > 0 && <ListingSites sites={openSites} />}
        <EmptyCatalogue counts={counts} />
      </>
    );
  return (
    <div className="today">
      <StatusCounts counts={counts} />
      <WaitingApplications {...applications} />
      <HoldsEndingSoon holds={holdsEndingSoon} />
      <AnimalRows
        title={TEXTS.longestOnHold}
        listings={longestOnHold}
        timeZone={timeZone}
        sinceOf={({ statusChangedAt }) => statusChangedAt}
        empty={TEXTS.noneOnHold}
      />
      <AnimalRows
        title={TEXTS.longestInCare}
        listings={longestInCare}
        timeZone={timeZone}
        sinceOf={({ profile, createdAt }) => profile.intakeDate ?? createdAt}
        empty={TEXTS.noneInCare}
      />
      <TwoWeeks days={days} months={months} />
      {openSites.length > 0 && <ListingSites sites={openSites} />}
      {hasFailures(summary) && <Failures summary={summary} />}
      <TimeZoneHint current={timeZone} />
      <FirstSteps counts={counts} />
    </div>
  );
}

/** Leads to the orders that wait for a decision of this account. */
function Decide(orders: Summary['ordersToDecide']) {
  if (orders.count === 0) return null;
  return (
    <a className="button primary" href={hrefOf({ page: 'orders', status: 'placed' })}>
      {TEXTS.decide(countText(orders), orders.count === 1)}
    </a>
  );
}

/** Has the size of the page, so that nothing moves when the data arrives. */
function Placeholder() {
  return (
    <div className="today" aria-busy="true">
      <p className="visually-hidden" role="status">
        {TEXTS.loading}
      </p>
      <div className="status-counts skeleton" />
      <div className="today-card skeleton" />
      <div className="today-card skeleton" />
      <div className="today-card skeleton" />
      <div className="today-card skeleton" />
    </div>
  );
}

function EmptyCatalogue({ counts }: Pick<Summary, 'counts'>) {
  return (
    <>
      <div className="empty">
        <p>{TEXTS.emptyCatalogue}</p>
        <p>
          <a className="button" href={hrefOf({ page: 'animals' })}>
            {TEXTS.toAnimals}
          </a>
        </p>
      </div>
      <FirstSteps counts={counts} />
    </>
  );
}

import type { StaysReport } from '@petstore/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { nameOf } from '../category-name.tsx';
import { isNotAllowed } from '../queries/errors.ts';
import { useSession } from '../session/use-session.ts';
import { useTimeZone } from '../session/use-settings.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { dayOf, longMonth } from '../ui/local-text.ts';
import { NotForRole } from '../ui/not-for-role.tsx';
import { Page } from '../ui/page.tsx';
import { saveFile } from '../ui/save-file.ts';
import { AnimalsCountSection } from './animals-count.tsx';
import { type ReportPeriod, staysReportOf } from './report-query.ts';
import './figures.css';
import { TEXTS } from './figures-texts.ts';
import { Gaps } from './gaps.tsx';
import { KeyFigures } from './key-figures.tsx';
import { MonthBars } from './month-bars.tsx';
import { monthsBefore } from './months.ts';
import { PeriodFields } from './period-fields.tsx';
import { GroupTable, MonthTable, ReasonTable } from './tables.tsx';

/** The longest period that the fields offer. */
const MAX_MONTHS = 120;

/** What came in, what left, and how long it stayed: for the board, the city, and grants. */
export function FiguresPage({ period }: { period: ReportPeriod }) {
  const { petstore } = useSession();
  const timeZone = useTimeZone();
  const current = dayOf(Date.now(), timeZone).slice(0, 7);
  const { data, error, refetch } = useQuery(staysReportOf(petstore, period));
  const saving = useMutation({
    mutationFn: async ({ from, to }: StaysReport) =>
      saveFile(`stays-${from}-${to}.csv`, await petstore.reports.staysCsv({ from, to })),
  });
  if (data === undefined && error !== null && isNotAllowed(error)) return <ForMembers />;
  const months = monthsBefore(current, MAX_MONTHS);
  const actions = (
    <>
      <button
        type="button"
        disabled={data === undefined || saving.isPending}
        onClick={() => data !== undefined && saving.mutate(data)}
      >
        {TEXTS.spreadsheet}
      </button>
      <button type="button" disabled={data === undefined} onClick={() => print()}>
        {TEXTS.print}
      </button>
    </>
  );
  return (
    <Page title={PAGE_NAMES.figures} actions={actions}>
      <PeriodFields
        months={months}
        from={period.from ?? data?.from ?? months.at(12) ?? current}
        to={period.to ?? data?.to ?? current}
      />
      <div role="alert">{saving.error !== null && <ErrorNote error={saving.error} />}</div>
      {data === undefined && error === null && <Placeholder />}
      {data === undefined && error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {data !== undefined && (
        <>
          <Report report={data} />
          <AnimalsCountSection months={months} />
        </>
      )}
    </Page>
  );
}

function Report({ report }: { report: StaysReport }) {
  const { total, months, gaps } = report;
  return (
    <>
      <p>{TEXTS.period(longMonth(report.from), longMonth(report.to), report.timeZone)}</p>
      <KeyFigures total={total} />
      <Gaps gaps={gaps} total={total} />
      <section className="card figures-card" aria-labelledby="by-month">
        <h2 id="by-month">{TEXTS.byMonth}</h2>
        <div className="month-charts">
          <MonthBars
            title={TEXTS.intakes}
            bars={months.map(({ month, intakes }) => ({ month, value: intakes }))}
          />
          <MonthBars
            title={TEXTS.outcomes}
            bars={months.map(({ month, outcomes }) => ({ month, value: outcomes }))}
          />
        </div>
        <MonthTable months={months} />
      </section>
      <div className="figures-pair">
        <ReasonTable title={TEXTS.whyIn} type="intake" counts={total.intakesByReason} />
        <ReasonTable title={TEXTS.whyOut} type="outcome" counts={total.outcomesByReason} />
      </div>
      <GroupTable
        title={TEXTS.byKind}
        groups={total.byCategory.map(({ name, categoryId, ...figures }) => ({
          name: nameOf({ id: categoryId, name }),
          figures,
        }))}
      />
      <GroupTable
        title={TEXTS.byAge}
        note={TEXTS.ageNote}
        groups={total.byAge.map(({ age, ...figures }) => ({ name: ageName(age), figures }))}
      />
    </>
  );
}

/** A newer service may know more ages. */
function ageName(age: string): string {
  const names: Readonly<Record<string, string>> = TEXTS.ages;
  return names[age] ?? age;
}

/** Has the size of the page, so that nothing moves when the data arrives. */
function Placeholder() {
  return (
    <div aria-busy="true" className="figures-placeholder">
      <p className="visually-hidden" role="status">
        {TEXTS.loading}
      </p>
      <div className="skeleton figures-skeleton" />
      <div className="skeleton figures-skeleton" />
    </div>
  );
}

function ForMembers() {
  return (
    <Page title={PAGE_NAMES.figures}>
      <NotForRole>{TEXTS.forMembers}</NotForRole>
    </Page>
  );
}

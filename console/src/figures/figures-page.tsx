import type { StaysReport } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { nameOf } from '../category-name.tsx';
import type { FiguresSubject } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { formatNumber } from '../texts/in-language.ts';
import { AnimalsCountSection } from './animals-count.tsx';
import { ApplicationFigures } from './applications/application-figures.tsx';
import { TEXTS } from './figures-texts.ts';
import { Gaps } from './gaps.tsx';
import { KeyFigures } from './key-figures.tsx';
import { MonthBars } from './month-bars.tsx';
import { daysText, rateText } from './numbers.ts';
import { ReportPage } from './report-page.tsx';
import { type ReportPeriod, staysReportOf } from './report-query.ts';
import { GroupTable, MonthTable, ReasonTable } from './tables.tsx';

interface FiguresPageProps {
  /** Undefined for the animals. */
  about: FiguresSubject | undefined;
  period: ReportPeriod;
}

/** Figures by month, for the board, the city, and grants. */
export function FiguresPage({ about, period }: FiguresPageProps) {
  return about === 'applications' ? (
    <ApplicationFigures period={period} />
  ) : (
    <AnimalFigures period={period} />
  );
}

/** What came in, what left, and how long it stayed. */
function AnimalFigures({ period }: { period: ReportPeriod }) {
  const { petstore } = useSession();
  const report = useQuery(staysReportOf(petstore, period));
  return (
    <ReportPage
      about={undefined}
      period={period}
      report={report}
      fileName="stays"
      readFile={(months) => petstore.reports.staysCsv(months)}
    >
      {(data, months) => (
        <>
          <Report report={data} />
          <AnimalsCountSection months={months} />
        </>
      )}
    </ReportPage>
  );
}

function Report({ report }: { report: StaysReport }) {
  const { total, months, gaps } = report;
  const figures = [
    [TEXTS.begin, formatNumber(total.begin)],
    [TEXTS.intakes, formatNumber(total.intakes)],
    [TEXTS.outcomes, formatNumber(total.outcomes)],
    [TEXTS.end, formatNumber(total.end)],
    [TEXTS.inFoster, formatNumber(total.inFoster)],
    [TEXTS.median, daysText(total.medianDays)],
    [TEXTS.p90, daysText(total.p90Days)],
    [TEXTS.liveRelease, rateText(total.liveReleaseRate)],
  ] as const;
  return (
    <>
      <KeyFigures figures={figures}>
        <p className="hint">{TEXTS.liveReleaseFormula}</p>
        <p className="hint">{TEXTS.stayNote}</p>
      </KeyFigures>
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

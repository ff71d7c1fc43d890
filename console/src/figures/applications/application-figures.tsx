import type { ApplicationsReport } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/use-session.ts';
import { formatNumber } from '../../texts/in-language.ts';
import { longMonth } from '../../ui/local-text.ts';
import { type Columns, FiguresTable } from '../figures-table.tsx';
import { TEXTS as SHARED } from '../figures-texts.ts';
import { KeyFigures } from '../key-figures.tsx';
import { MonthBars } from '../month-bars.tsx';
import { dayNumber, rateText } from '../numbers.ts';
import { ReportPage } from '../report-page.tsx';
import { applicationsReportOf, type ReportPeriod } from '../report-query.ts';
import { TEXTS } from './application-figures-texts.ts';

type Figures = ApplicationsReport['total'];

/** How many applications arrived, and how soon they were answered. */
export function ApplicationFigures({ period }: { period: ReportPeriod }) {
  const { petstore } = useSession();
  const report = useQuery(applicationsReportOf(petstore, period));
  return (
    <ReportPage
      about="applications"
      period={period}
      report={report}
      fileName="applications"
      readFile={(months) => petstore.reports.applicationsCsv(months)}
    >
      {(data) => <Report report={data} />}
    </ReportPage>
  );
}

const COLUMNS: Columns<Figures> = [
  [TEXTS.received, ({ received }) => formatNumber(received)],
  [TEXTS.answered, ({ answered }) => formatNumber(answered)],
  [TEXTS.inTime, ({ answeredInTime }) => formatNumber(answeredInTime)],
  [TEXTS.inTimeShare, (figures) => rateText(inTimeShare(figures))],
  [TEXTS.waiting, ({ waiting }) => formatNumber(waiting)],
  [TEXTS.medianColumn, ({ medianDays }) => dayNumber(medianDays)],
];

function Report({ report: { total, months } }: { report: ApplicationsReport }) {
  const rows = [...months].reverse().map(({ month, ...figures }) => ({ name: longMonth(month), figures }));
  const figures = [
    [TEXTS.received, formatNumber(total.received)],
    [TEXTS.answered, formatNumber(total.answered)],
    [TEXTS.inTimeShare, rateText(inTimeShare(total))],
    [TEXTS.waiting, formatNumber(total.waiting)],
    [TEXTS.median, medianText(total.medianDays)],
  ] as const;
  return (
    <>
      <KeyFigures figures={figures}>
        <p className="hint">{TEXTS.answerNote}</p>
        <p className="hint">{TEXTS.erasedNote}</p>
      </KeyFigures>
      <section className="card figures-card" aria-labelledby="by-month">
        <h2 id="by-month">{SHARED.byMonth}</h2>
        <div className="month-charts">
          <MonthBars
            title={TEXTS.received}
            bars={months.map(({ month, received }) => ({ month, value: received }))}
          />
          <MonthBars
            title={TEXTS.medianColumn}
            bars={months.map(({ month, medianDays }) => ({ month, value: medianDays ?? 0 }))}
          />
        </div>
        <FiguresTable label={SHARED.byMonth} first={SHARED.month} rows={rows} columns={COLUMNS} />
      </section>
    </>
  );
}

function inTimeShare({ answered, answeredInTime }: Figures): number | null {
  return answered === 0 ? null : answeredInTime / answered;
}

function medianText(days: number | null): string {
  if (days === null) return SHARED.none;
  return days < 1 ? TEXTS.lessThanADay : SHARED.days(days);
}

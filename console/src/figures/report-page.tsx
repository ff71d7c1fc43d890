import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotAllowed } from '../queries/errors.ts';
import { FIGURES_SUBJECTS, type FiguresSubject, hrefOf } from '../route.ts';
import { useTimeZone } from '../session/use-settings.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { dayOf, longMonth } from '../ui/local-text.ts';
import { NotForRole } from '../ui/not-for-role.tsx';
import { Page } from '../ui/page.tsx';
import { saveFile } from '../ui/save-file.ts';
import { TEXTS } from './figures-texts.ts';
import { monthsBefore } from './months.ts';
import { PeriodFields } from './period-fields.tsx';
import type { ReportPeriod } from './report-query.ts';
import '../ui/tabs.css';
import './figures.css';

/** The longest period that the fields offer. */
const MAX_MONTHS = 120;

interface Months {
  readonly from: string;
  readonly to: string;
}

interface ReportPageProps<Report> {
  /** Undefined for the animals. */
  about: FiguresSubject | undefined;
  period: ReportPeriod;
  report: { data: Report | undefined; error: Error | null; refetch(): void };
  /** The name of the file, before its months. */
  fileName: string;
  readFile(months: Months): Promise<Blob>;
  /** @param months those that a period can have, the newest first. */
  children(report: Report, months: readonly string[]): ReactNode;
}

/** A page with the figures of some months: the period, the file, the print. */
export function ReportPage<Report extends Months & { readonly timeZone: string }>({
  about,
  period,
  report: { data, error, refetch },
  fileName,
  readFile,
  children,
}: ReportPageProps<Report>) {
  const current = dayOf(Date.now(), useTimeZone()).slice(0, 7);
  const saving = useMutation({
    mutationFn: async ({ from, to }: Months) =>
      saveFile(`${fileName}-${from}-${to}.csv`, await readFile({ from, to })),
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
      <Subjects about={about} />
      <PeriodFields
        about={about}
        months={months}
        from={period.from ?? data?.from ?? months.at(12) ?? current}
        to={period.to ?? data?.to ?? current}
      />
      <div role="alert">{saving.error !== null && <ErrorNote error={saving.error} />}</div>
      {data === undefined && error === null && <Placeholder />}
      {data === undefined && error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {data !== undefined && (
        <>
          <p>{TEXTS.period(longMonth(data.from), longMonth(data.to), data.timeZone)}</p>
          {children(data, months)}
        </>
      )}
    </Page>
  );
}

const SUBJECTS = [undefined, ...FIGURES_SUBJECTS];

/** What the figures are about, as tabs. */
function Subjects({ about }: { about: FiguresSubject | undefined }) {
  return (
    <nav className="tabs not-printed" aria-label={PAGE_NAMES.figures}>
      <ul>
        {SUBJECTS.map((subject) => (
          <li key={subject ?? ''}>
            <a
              href={hrefOf({ page: 'figures', about: subject })}
              aria-current={subject === about ? 'page' : undefined}
            >
              {subject === undefined ? PAGE_NAMES.animals : PAGE_NAMES[subject]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
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

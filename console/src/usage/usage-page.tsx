import { useEffect } from 'react';
import { useUsage } from '../session/use-session.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { Page } from '../ui/page.tsx';
import { AtTheLimit } from './at-the-limit.tsx';
import { Bans } from './bans.tsx';
import type { DayCount } from './days.ts';
import { DaysChart } from './days-chart.tsx';
import { Gauge } from './gauge.tsx';
import { PlanTable } from './plan-table.tsx';
import { type CurrentWindow, useQuotaWindows } from './quota-windows.ts';
import { TEXTS } from './usage-texts.ts';
import './usage.css';

/** The quotas, the plan and the usage of the account. */
export function UsagePage() {
  const windows = useQuotaWindows();
  const { data, error, refetch } = useUsage();
  useEffect(() => {
    // Another page may have read the usage; this page needs current numbers.
    refetch({ cancelRefetch: false });
  }, [refetch]);
  return (
    <Page title={PAGE_NAMES.usage}>
      <section className="card usage-card">
        <h2>{TEXTS.quota}</h2>
        <div className="gauges">
          <Gauge title={TEXTS.minute} window={windows?.minute} />
          <Gauge title={TEXTS.day} window={windows?.day} />
        </div>
        <p className="hint">{TEXTS.windows}</p>
      </section>
      <section className="card usage-card">
        <h2>{TEXTS.days}</h2>
        <div className="days-place" aria-busy={data === undefined && error === null}>
          {data !== undefined && <DaysChart days={withToday(data.days, windows?.day)} />}
          {data === undefined && error === null && <div className="skeleton days-skeleton" />}
          {data === undefined && error !== null && <ErrorNote error={error} onRetry={refetch} />}
        </div>
      </section>
      <div className="usage-pair">
        <PlanTable usage={data} />
        <AtTheLimit />
      </div>
      <Bans bans={data?.bans} isUnknown={error !== null} />
    </Page>
  );
}

/** Updates the count of today from the quota. The count never decreases, because the quota may belong to the next day. */
function withToday(days: readonly DayCount[], window: CurrentWindow | undefined): readonly DayCount[] {
  const today = days.at(-1);
  if (today === undefined || window === undefined) return days;
  const requests = Math.max(today.requests, window.limit - window.remaining);
  return [...days.slice(0, -1), { ...today, requests }];
}

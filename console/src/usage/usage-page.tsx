import { useEffect } from 'react';
import { useUsage } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { Page } from '../ui/page.tsx';
import { AtTheLimit } from './at-the-limit.tsx';
import { Bans } from './bans.tsx';
import type { DayCount } from './days.ts';
import { DaysChart } from './days-chart.tsx';
import { Gauge } from './gauge.tsx';
import { PlanTable } from './plan-table.tsx';
import { type GaugedWindow, useQuotaWindows } from './quota-windows.ts';
import './usage.css';

/** What the account may ask of the service, and what it asked. */
export function UsagePage() {
  const windows = useQuotaWindows();
  const { data, error, refetch } = useUsage();
  useEffect(() => {
    // What an earlier page learned is old here, where the numbers are looked at.
    refetch({ cancelRefetch: false });
  }, [refetch]);
  return (
    <Page title="Usage">
      <section className="card usage-card">
        <h2>What is left of your quota</h2>
        <div className="gauges">
          <Gauge title="This minute" window={windows?.minute} />
          <Gauge title="This day" window={windows?.day} />
        </div>
        <p className="hint">Both windows follow UTC and move with every answer of the service.</p>
      </section>
      <section className="card usage-card">
        <h2>The last 30 days</h2>
        <div className="days-place" aria-busy={data === undefined && error === null}>
          {data !== undefined && <DaysChart days={upTo(data.days, windows?.day)} />}
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

/** Today goes on with every answer; it never goes back, as it would when a new day has begun that is not in the list. */
function upTo(days: readonly DayCount[], window: GaugedWindow | undefined): readonly DayCount[] {
  const today = days.at(-1);
  if (today === undefined || window === undefined) return days;
  const requests = Math.max(today.requests, window.limit - window.remaining);
  return [...days.slice(0, -1), { ...today, requests }];
}

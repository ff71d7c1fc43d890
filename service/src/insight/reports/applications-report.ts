import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { WAITING_STATES } from '../../adoption/applications/application.ts';
import { DAY } from '../../platform/core/clock.ts';
import { startOfDay } from '../../platform/core/local-days.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { addMonths, monthsOf } from './months.ts';

/** Counts of the applications that arrived in a period. */
interface ApplicationFigures {
  readonly received: number;
  /** Those of them that the shelter has answered, whenever that was. */
  readonly answered: number;
  readonly answeredInTime: number;
  /** Those that still wait for their first answer. The others without one have ended. */
  readonly waiting: number;
  /** Half of the answers took at most so long; null without one. */
  readonly medianDays: number | null;
}

export interface ApplicationsReport {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly total: ApplicationFigures;
  /** The oldest first. */
  readonly months: ReadonlyArray<{ readonly month: string } & ApplicationFigures>;
}

interface AskedReport {
  readonly from: string;
  readonly to: string;
  readonly accountId: bigint;
  /** True for managers, who see those for animals without an owner as well. */
  readonly seesUnowned: boolean;
}

interface Page {
  /** Undefined for the animals without an owner. */
  readonly accountId: bigint | undefined;
  readonly begin: bigint;
  readonly end: bigint;
  /** The last one of the page before, which arrived at `begin`. */
  readonly afterId: bigint;
}

/** Few enough that other requests do not wait for a page. */
const PAGE_SIZE = 1_000;

const page = new PreparedQuery((db, { accountId, begin, end, afterId }: Page) =>
  db
    .selectFrom('applications')
    .select(['id', 'created_at', 'answered_at', 'due_at', 'state'])
    .where((eb) =>
      accountId === undefined ? eb('account_id', 'is', null) : eb('account_id', '=', accountId),
    )
    .where('created_at', '>=', begin)
    .where('created_at', '<', end)
    .where(({ eb, or }) => or([eb('created_at', '>', begin), eb('id', '>', afterId)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(rowLimit(PAGE_SIZE)),
);

/** What the figures of a period follow from. */
interface Counts {
  received: number;
  answeredInTime: number;
  waiting: number;
  /** In milliseconds, from the application to the first answer. */
  readonly durations: number[];
}

/** Counts the applications that arrived in each month, by the days of the shelter, and how they were answered. Erased ones count: their dates stay. */
export async function readApplicationsReport(
  db: Queries,
  { from, to, accountId, seesUnowned }: AskedReport,
  timeZone: string,
): Promise<ApplicationsReport> {
  const total = noCounts();
  const months: ApplicationsReport['months'][number][] = [];
  for (const month of monthsOf(from, to)) {
    const counts = noCounts();
    const begin = startOfMonth(month, timeZone);
    const end = startOfMonth(addMonths(month, 1), timeZone);
    for (const owner of seesUnowned ? [accountId, undefined] : [accountId])
      await addApplications(counts, db, { accountId: owner, begin, end });
    total.received += counts.received;
    total.answeredInTime += counts.answeredInTime;
    total.waiting += counts.waiting;
    for (const duration of counts.durations) total.durations.push(duration);
    months.push({ month, ...figuresOf(counts) });
    await nextTurn();
  }
  return { from, to, timeZone, total: figuresOf(total), months };
}

function noCounts(): Counts {
  return { received: 0, answeredInTime: 0, waiting: 0, durations: [] };
}

function startOfMonth(month: string, timeZone: string): bigint {
  return BigInt(startOfDay(`${month}-01`, timeZone));
}

async function addApplications(counts: Counts, db: Queries, period: Omit<Page, 'afterId'>): Promise<void> {
  let [begin, afterId] = [period.begin, 0n];
  for (;;) {
    const rows = await page.all(db, { ...period, begin, afterId });
    for (const row of rows) addApplication(counts, row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_SIZE) return;
    [begin, afterId] = [last.created_at, last.id];
    await nextTurn();
  }
}

function addApplication(
  counts: Counts,
  row: Pick<Selectable<Tables['applications']>, 'created_at' | 'answered_at' | 'due_at' | 'state'>,
): void {
  counts.received += 1;
  if (row.answered_at !== null) {
    counts.durations.push(Number(row.answered_at - row.created_at));
    if (row.answered_at <= row.due_at) counts.answeredInTime += 1;
  } else if (WAITING_STATES.some((state) => state === row.state)) {
    counts.waiting += 1;
  }
}

function figuresOf({ durations, ...counts }: Counts): ApplicationFigures {
  return { ...counts, answered: durations.length, medianDays: medianDays(durations) };
}

/** Returns the smallest time, in days to one decimal, that half of the answers did not exceed. */
function medianDays(durations: readonly number[]): number | null {
  const sorted = [...durations].sort((one, other) => one - other);
  const median = sorted[Math.ceil(sorted.length / 2) - 1];
  return median === undefined ? null : Math.round((median / DAY) * 10) / 10;
}

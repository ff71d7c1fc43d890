import { type TSchema, Type } from 'typebox';
import { type Account, mayActOnAll } from '../../access/accounts/account.ts';
import { accountOf } from '../../access/accounts/authenticate.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { quote } from '../../platform/core/errors.ts';
import { fieldError } from '../../platform/core/field-faults.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { localDay } from '../../platform/core/local-days.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import { FairSemaphore } from '../../platform/core/tasks/fair-semaphore.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { csvAnswer, csvResponse } from '../../platform/http/responses/csv-answer.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import type { Exchange, Route } from '../../platform/http/route.ts';
import { route } from '../../platform/http/route.ts';
import { type AnimalsCount, readAnimalsCount } from './animals-count.ts';
import { type ApplicationsReport, readApplicationsReport } from './applications-report.ts';
import { addMonths, MONTH_PATTERN, monthsBetween } from './months.ts';
import { animalsCountCsv, applicationsCsv, staysCsv } from './report-csv.ts';
import { ANIMALS_COUNT_EXAMPLE, APPLICATIONS_EXAMPLE, STAYS_EXAMPLE } from './report-examples.ts';
import { readStaysReport, type StaysReport } from './stays-report.ts';

interface ReportRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Returns the zone whose days count. */
  readonly timeZone: () => MaybePromise<string>;
}

interface PeriodQuery {
  readonly from?: string;
  readonly to?: string;
}

const MAX_MONTHS = 240;
/** The year before this month, and this month. */
const USUAL_MONTHS = 13;
/** Each report reads much of the store, in turns with other requests. */
const MAX_REPORTS = 2;
const MAX_WAIT_MS = 20_000;

const monthOf = (description: string) =>
  Type.Optional(Type.String({ format: 'month', pattern: MONTH_PATTERN, description, examples: ['2026-10'] }));
const PERIOD = Type.Object({
  from: monthOf('The first month; by default the one a year before the last.'),
  to: monthOf('The last month, at most the current one of the shelter, which is the default.'),
});
const MONTH = Type.Object({
  month: monthOf('The month, at most the current one of the shelter; by default the one before it.'),
});
const WHO =
  'A member gets the figures of its own animals, managers and admins those of all. Animals in the bin do not count.';
const COMMON = { stability: 'experimental', role: 'member' } as const;

export function reportRoutes(dependencies: ReportRouteDependencies): Route[] {
  const reports = new Reports(dependencies);
  const stays = {
    description: `Counts the dated movements: how many animals came in and left in each month and why, how many were in care and in foster care at its end, and how long the stays that ended had lasted, by category and age. Computed at each request, so a corrected movement changes its month. At most ${MAX_MONTHS} months. ${WHO}`,
    query: PERIOD,
  };
  const matrix = {
    description: `Counts the movements of one month by species group and age, as the Basic Data Matrix of Shelter Animals Count. The group follows from the name of the category. A return counts as relinquished by its owner, a transfer without a region as one in the state. ${WHO}`,
    query: MONTH,
  };
  return [
    route({
      method: 'GET',
      path: '/v1/reports/stays',
      schema: {
        operationId: 'getStaysReport',
        tags: ['Reports'],
        summary: 'See what came in, what left, and how long it stayed',
        ...stays,
        responses: {
          200: json<StaysReport>('StaysReport', 'The figures.', STAYS_EXAMPLE),
        },
      },
      ...COMMON,
      handle: async (exchange, { query }) =>
        Representation.transient(stringifyJson(await reports.stays(exchange, query))),
    }),
    route({
      method: 'GET',
      path: '/v1/reports/stays.csv',
      schema: {
        operationId: 'exportStaysReport',
        tags: ['Reports'],
        summary: 'Download what came in, what left, and how long it stayed',
        ...stays,
        responses: { 200: csvResponse('The figures.', staysCsv(STAYS_EXAMPLE)) },
      },
      ...COMMON,
      handle: async (exchange, { query }) => {
        const report = await reports.stays(exchange, query);
        return csvAnswer(`stays-${report.from}-${report.to}.csv`, once(staysCsv(report)));
      },
    }),
    route({
      method: 'GET',
      path: '/v1/reports/animals-count',
      schema: {
        operationId: 'getAnimalsCount',
        tags: ['Reports'],
        summary: 'Count a month for Shelter Animals Count',
        ...matrix,
        responses: {
          200: json<AnimalsCount>('AnimalsCount', 'The matrix.', ANIMALS_COUNT_EXAMPLE),
        },
      },
      ...COMMON,
      handle: async (exchange, { query }) =>
        Representation.transient(stringifyJson(await reports.animalsCount(exchange, query))),
    }),
    route({
      method: 'GET',
      path: '/v1/reports/animals-count.csv',
      schema: {
        operationId: 'exportAnimalsCount',
        tags: ['Reports'],
        summary: 'Download a month for Shelter Animals Count',
        ...matrix,
        responses: { 200: csvResponse('The matrix.', animalsCountCsv(ANIMALS_COUNT_EXAMPLE)) },
      },
      ...COMMON,
      handle: async (exchange, { query }) => {
        const counts = await reports.animalsCount(exchange, query);
        return csvAnswer(`animals-count-${counts.month}.csv`, once(animalsCountCsv(counts)));
      },
    }),
    ...applicationsRoutes(reports),
  ];
}

function applicationsRoutes(reports: Reports): Route[] {
  const shared = {
    description: `Counts the applications that arrived in each month, how many of them were answered, how many within the promise, and how long an answer took. Erased applications count: their dates stay. At most ${MAX_MONTHS} months. For the applications that the account reads: those for its animals, and for managers those for animals without an owner.`,
    query: PERIOD,
  };
  return [
    route({
      method: 'GET',
      path: '/v1/reports/applications',
      schema: {
        operationId: 'getApplicationsReport',
        tags: ['Reports'],
        summary: 'See how many applications arrived and were answered',
        ...shared,
        responses: {
          200: json<ApplicationsReport>('ApplicationsReport', 'The figures.', APPLICATIONS_EXAMPLE),
        },
      },
      ...COMMON,
      handle: async (exchange, { query }) =>
        Representation.transient(stringifyJson(await reports.applications(exchange, query))),
    }),
    route({
      method: 'GET',
      path: '/v1/reports/applications.csv',
      schema: {
        operationId: 'exportApplicationsReport',
        tags: ['Reports'],
        summary: 'Download how many applications arrived and were answered',
        ...shared,
        responses: { 200: csvResponse('The figures.', applicationsCsv(APPLICATIONS_EXAMPLE)) },
      },
      ...COMMON,
      handle: async (exchange, { query }) => {
        const report = await reports.applications(exchange, query);
        return csvAnswer(`applications-${report.from}-${report.to}.csv`, once(applicationsCsv(report)));
      },
    }),
  ];
}

function json<T>(name: string, description: string, example: T): TSchema {
  return { ...Type.Unsafe<T>({ $ref: `${name}#` }), description, examples: [example] };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Reads reports, of which a process makes few at a time. */
class Reports {
  readonly #dependencies: ReportRouteDependencies;
  readonly #places = new FairSemaphore({ max: MAX_REPORTS, maxOfAccount: 1 });

  constructor(dependencies: ReportRouteDependencies) {
    this.#dependencies = dependencies;
  }

  async stays(exchange: Exchange, query: PeriodQuery): Promise<StaysReport> {
    const { timeZone, ...period } = await this.#period(query);
    return this.#read(exchange, (db, account) =>
      readStaysReport(db, { ...period, ownerId: ownerOf(account) }, timeZone),
    );
  }

  async applications(exchange: Exchange, query: PeriodQuery): Promise<ApplicationsReport> {
    const { timeZone, ...period } = await this.#period(query);
    return this.#read(exchange, (db, account) => {
      const whose = { accountId: account.id, seesUnowned: mayActOnAll(account) };
      return readApplicationsReport(db, { ...period, ...whose }, timeZone);
    });
  }

  async animalsCount(exchange: Exchange, query: { month?: string }): Promise<AnimalsCount> {
    const { current } = await this.#now();
    const { month = addMonths(current, -1) } = query;
    if (month > current) throw tooLate('month', month, current);
    return this.#read(exchange, (db, account) => readAnimalsCount(db, { month, ownerId: ownerOf(account) }));
  }

  /** @throws {ApiError} `invalid_parameter`. */
  async #period(query: PeriodQuery): Promise<{ timeZone: string; from: string; to: string }> {
    const { timeZone, current } = await this.#now();
    const { to = current } = query;
    const { from = addMonths(to, 1 - USUAL_MONTHS) } = query;
    if (to > current) throw tooLate('to', to, current);
    if (from > to)
      throw fieldError('invalid_parameter', 'from', `must not be after to, ${to}; got ${quote(from)}`);
    if (monthsBetween(from, to) > MAX_MONTHS)
      throw fieldError(
        'invalid_parameter',
        'from',
        `must be at most ${MAX_MONTHS} months before to, ${to}; got ${quote(from)}`,
      );
    return { timeZone, from, to };
  }

  async #now(): Promise<{ timeZone: string; current: string }> {
    const { clock, timeZone: zoneOf } = this.#dependencies;
    const timeZone = await zoneOf();
    return { timeZone, current: localDay(clock.now(), timeZone).slice(0, 7) };
  }

  async #read<T>(exchange: Exchange, read: (db: Queries, account: Account) => Promise<T>): Promise<T> {
    const account = accountOf(exchange);
    const isAbandoned = () => exchange.response.destroyed;
    const release = await this.#places.acquire({ account: account.id, isAbandoned }, MAX_WAIT_MS);
    try {
      return await read(this.#dependencies.database.read, account);
    } finally {
      release();
    }
  }
}

/** The account whose animals count; undefined for all. */
function ownerOf(account: Account): bigint | undefined {
  return mayActOnAll(account) ? undefined : account.id;
}

function tooLate(field: string, month: string, current: string) {
  return fieldError(
    'invalid_parameter',
    field,
    `must not be after the current month, ${current}; got ${quote(month)}`,
  );
}

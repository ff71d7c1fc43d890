import type { Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';

/** The months of a report; undefined for the usual ones. */
export interface ReportPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

/** What came in, what left, and how long it stayed. Each opening of the page reads it again, because any movement changes it. */
export function staysReportOf(petstore: Petstore, { from, to }: ReportPeriod) {
  return queryOptions({
    queryKey: ['stays-report', from, to],
    queryFn: ({ signal }) => petstore.reports.stays({ ...monthsOf({ from, to }), signal }),
    staleTime: 0,
  });
}

/** How many applications arrived and were answered, read again as the other report. */
export function applicationsReportOf(petstore: Petstore, { from, to }: ReportPeriod) {
  return queryOptions({
    queryKey: ['applications-report', from, to],
    queryFn: ({ signal }) => petstore.reports.applications({ ...monthsOf({ from, to }), signal }),
    staleTime: 0,
  });
}

/** Returns the months that are set, as the client sends them. */
function monthsOf({ from, to }: ReportPeriod): { from?: string; to?: string } {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

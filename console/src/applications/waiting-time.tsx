import type { ApplicationSummary } from '@petstore/client';
import { Moment } from '../session/moment.tsx';
import { useTimeZone } from '../session/use-settings.ts';
import { daysSince } from '../ui/local-text.ts';
import { TEXTS } from './applications-texts.ts';

/** Returns true if the shelter promised an answer before now, and has not decided. */
function isLate({ state, dueAt, answeredAt }: ApplicationSummary, now: number): boolean {
  const waits = state === 'received' || state === 'in_review';
  return waits && answeredAt === undefined && Date.parse(dueAt) < now;
}

/** Until when the shelter has promised an answer, or how long that is over; when it ended. */
export function WaitingTime({ application }: { application: ApplicationSummary }) {
  const timeZone = useTimeZone();
  const { dueAt, endedAt, answeredAt } = application;
  if (endedAt !== undefined) {
    return (
      <>
        {TEXTS.ended} <Moment at={endedAt} />
      </>
    );
  }
  const now = Date.now();
  if (isLate(application, now)) {
    return (
      <strong className="past-promise">{TEXTS.late(Math.max(1, daysSince(dueAt, now, timeZone)))}</strong>
    );
  }
  if (answeredAt !== undefined) {
    return (
      <>
        {TEXTS.answered} <Moment at={answeredAt} />
      </>
    );
  }
  return (
    <>
      {TEXTS.answerBy} <Moment at={dueAt} />
    </>
  );
}

import { PetstoreError } from '@petstore/client';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isTooManyRequests } from '../queries/errors.ts';
import { errorText } from '../texts/error-text.ts';
import { Countdown, useSecondsUntil } from '../ui/countdown.tsx';
import { ShortMoment } from './moment.tsx';
import type { ConnectionProblem } from './session.ts';
import { TEXTS } from './session-texts.ts';
import { SlowNote } from './slow-note.tsx';
import { useConnectionProblem, useSession } from './use-session.ts';

/** Shows why requests wait or fail, with a countdown. It covers the end of the page, so that nothing moves. */
export function ConnectionBanner({ isLoading }: { isLoading: boolean }) {
  const problem = useConnectionProblem();
  // What the page shows for the first time. A list that is read again shows what it has.
  const isFetching = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  if (problem === undefined && (isLoading || isFetching)) return <SlowNote />;
  const until = problem?.until;
  return (
    <div className={problem === undefined ? undefined : 'connection-banner'}>
      {/* Always rendered, because screen readers announce what is added to a status. The countdown is outside: it would be announced each second. */}
      <p role="status">{problem !== undefined && <Message problem={problem} />}</p>
      {until !== undefined && <ResumeCountdown until={until} />}
    </div>
  );
}

function Message({ problem: { error, until } }: { problem: ConnectionProblem }) {
  return (
    <>
      <strong>{headline(error)}</strong>{' '}
      {until === undefined ? (
        TEXTS.tryingAgain
      ) : (
        <>
          {/* Only the minute: the exact time differs a little with each response, and every change would be announced. */}
          {error instanceof PetstoreError ? TEXTS.resumesAt : TEXTS.nextAttemptAt} <ShortMoment at={until} />.
        </>
      )}
      {!isTooManyRequests(error) && <span className="detail"> {errorText(error)}</span>}
    </>
  );
}

/** Counts down, then repeats the requests that failed. */
function ResumeCountdown({ until }: { until: number }) {
  const { resume } = useSession();
  const isOver = useSecondsUntil(until) === 0;
  useEffect(() => {
    if (isOver) resume();
  }, [isOver, resume]);
  return (
    <span aria-hidden="true">
      <Countdown until={until} />
    </span>
  );
}

function headline(error: Error): string {
  if (!(error instanceof PetstoreError)) return TEXTS.noResponse;
  return isTooManyRequests(error) ? TEXTS.tooMuch : TEXTS.unavailable;
}

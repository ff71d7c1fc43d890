import { PetstoreError } from '@petstore/client';
import { useEffect } from 'react';
import { Countdown, useSecondsUntil } from '../ui/countdown.tsx';
import { SoonMoment } from '../ui/local-text.tsx';
import type { ConnectionProblem } from './session.ts';
import { useConnectionProblem, useSession } from './use-session.ts';

/** Says why nothing goes on and counts down to when it does. It lies over the end of the page, so that nothing moves. */
export function ConnectionBanner() {
  const standstill = useConnectionProblem();
  const until = standstill?.until;
  return (
    <div className={standstill === undefined ? undefined : 'standstill'}>
      {/* Always there, since what comes into a status is read out, and without the countdown, which would be each second. */}
      <p role="status">{standstill !== undefined && <Message standstill={standstill} />}</p>
      {until !== undefined && <Ending until={until} />}
    </div>
  );
}

function Message({ standstill: { error, until } }: { standstill: ConnectionProblem }) {
  return (
    <>
      <strong>{headline(error)}</strong>{' '}
      {until === undefined ? (
        'Trying again…'
      ) : (
        <>
          {/* To the minute: each refusal tells it a little differently, and would be read out. */}
          {error instanceof PetstoreError ? 'It goes on at' : 'It is tried again at'}{' '}
          <SoonMoment at={until} />.
        </>
      )}{' '}
      <span className="detail">{error.message}</span>
    </>
  );
}

/** Counts down, and asks again for what failed when it is over. */
function Ending({ until }: { until: number }) {
  const { goOn } = useSession();
  const isOver = useSecondsUntil(until) === 0;
  useEffect(() => {
    if (isOver) goOn();
  }, [isOver, goOn]);
  return (
    <span aria-hidden="true">
      <Countdown until={until} />
    </span>
  );
}

function headline(error: Error): string {
  if (!(error instanceof PetstoreError)) return 'The service does not answer.';
  if (error.code === 'api_key_banned') return 'This API key is banned for a while.';
  return error.code === 'rate_limit_exceeded' ? 'The quota is used up.' : 'The service is busy.';
}

import { PetstoreError } from '@petstore/client';
import { useEffect } from 'react';
import { Countdown, useSecondsUntil } from '../ui/countdown.tsx';
import type { Standstill } from './session.ts';
import { useSession, useStandstill } from './use-session.ts';

/** Says why nothing goes on and counts down to when it does. It lies over the page, so that nothing moves. */
export function StandstillBanner() {
  const standstill = useStandstill();
  return (
    <div className="standstill" role="status">
      {standstill !== undefined && <Message standstill={standstill} />}
    </div>
  );
}

function Message({ standstill: { error, until } }: { standstill: Standstill }) {
  return (
    <p>
      <strong>{headline(error)}</strong>
      {until === undefined ? ' Trying again…' : <Ending until={until} />}{' '}
      <span className="detail">{error.message}</span>
    </p>
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
    <>
      {' '}
      It goes on in <Countdown until={until} />.
    </>
  );
}

function headline(error: Error): string {
  if (!(error instanceof PetstoreError)) return 'The service does not answer.';
  if (error.code === 'api_key_banned') return 'This API key is banned for a while.';
  return error.code === 'rate_limit_exceeded' ? 'The quota is used up.' : 'The service is busy.';
}

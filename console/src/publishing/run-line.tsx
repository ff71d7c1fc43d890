import type { PublishingRun } from '@petstore/client';
import { Moment } from '../session/moment.tsx';
import { RUN_TEXTS } from '../texts/run-texts.ts';
import { TEXTS } from './publishing-texts.ts';

/** What came of one run, when, and what to do about it. */
export function RunLine({ run }: { run: PublishingRun }) {
  const { state, reason, animals, photos, startedAt, endedAt } = run;
  const isOpen = state === 'failed' || state === 'asks';
  const problem = (reason && RUN_TEXTS.reasons[reason]) ?? RUN_TEXTS.unknown;
  const result = state === 'done' && animals !== undefined ? TEXTS.done(animals, photos) : undefined;
  const detail = isOpen ? problem : result;
  return (
    <p className={isOpen ? 'run-line is-open' : 'run-line'}>
      <Moment at={endedAt ?? startedAt} /> ·{' '}
      {detail === undefined ? TEXTS.states[state] : RUN_TEXTS.line(TEXTS.states[state], detail)}
    </p>
  );
}

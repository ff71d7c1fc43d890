import type { PublishingSite } from '@petstore/client';
import { useRef } from 'react';
import { Moment } from '../../session/moment.tsx';
import { RUN_TEXTS } from '../../texts/run-texts.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { isSending, usePublishingChange } from '../publishing-queries.ts';
import { RunLine } from '../run-line.tsx';
import { TEXTS } from './site-texts.ts';

/** Sends the animals now, and asks before an upload that replaces everything at the site, or takes most animals away. */
export function SendNow({ site }: { site: PublishingSite }) {
  const { id, isOn, lastRun, nextRunAt, sentCount } = site;
  const heading = useRef<HTMLHeadingElement>(null);
  const starting = usePublishingChange((petstore, confirm: boolean) =>
    petstore.publishing.start(id, confirm ? { confirm } : {}),
  );
  // The button goes away with the question, and the focus would be lost with it.
  const start = (confirm: boolean) => starting.mutate(confirm, { onSuccess: () => heading.current?.focus() });
  const isBusy = starting.isPending || isSending(site);
  const asks = lastRun?.state === 'asks' ? lastRun.reason : undefined;
  return (
    <section className="card place" aria-labelledby="send">
      <h2 id="send" ref={heading} tabIndex={-1}>
        {TEXTS.sending}
      </h2>
      {!isOn && <p>{TEXTS.isOff(site.name)}</p>}
      <div role="status">
        {asks === undefined && lastRun !== undefined && <RunLine run={lastRun} />}
        {isOn && lastRun === undefined && <p>{TEXTS.neverSent}</p>}
      </div>
      {isOn && asks !== undefined && (
        <div className="send-question">
          <p>
            <strong>{RUN_TEXTS.reasons[asks] ?? RUN_TEXTS.unknown}</strong>
          </p>
          <p>{TEXTS.afterwards(site.name, lastRun?.animals ?? sentCount)}</p>
          <p>{TEXTS.lookAgainHelp}</p>
          <div className="send-answers">
            <button type="button" className="primary" disabled={isBusy} onClick={() => start(true)}>
              {TEXTS.confirm(lastRun?.animals ?? sentCount)}
            </button>
            <button type="button" disabled={isBusy} onClick={() => start(false)}>
              {TEXTS.lookAgain}
            </button>
          </div>
        </div>
      )}
      {isOn && asks === undefined && (
        <button type="button" className="primary" disabled={isBusy} onClick={() => start(false)}>
          {isBusy ? TEXTS.isSending : TEXTS.sendNow}
        </button>
      )}
      {isOn && nextRunAt !== null && !isBusy && (
        <p className="hint">
          {TEXTS.nextRun} <Moment at={nextRunAt} />
        </p>
      )}
      <div role="alert">{starting.error !== null && <ErrorNote error={starting.error} />}</div>
    </section>
  );
}

import type { PublishingSite } from '@petstore/client';
import { Moment } from '../../session/moment.tsx';
import { RUN_TEXTS } from '../../texts/run-texts.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { isSending, usePublishingChange } from '../publishing-queries.ts';
import { RunLine } from '../run-line.tsx';
import { TEXTS } from './site-texts.ts';

/** Sends the animals now, and asks before an upload that replaces everything at the site, or takes most animals away. */
export function SendNow({ site }: { site: PublishingSite }) {
  const { id, isOn, lastRun, nextRunAt, sentCount } = site;
  const starting = usePublishingChange((petstore, confirm: boolean) =>
    petstore.publishing.start(id, confirm ? { confirm } : {}),
  );
  const isBusy = starting.isPending || isSending(site);
  const asks = lastRun?.state === 'asks' ? lastRun.reason : undefined;
  return (
    <section className="card place" aria-labelledby="send">
      <h2 id="send">{TEXTS.sending}</h2>
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
          <button type="button" className="primary" disabled={isBusy} onClick={() => starting.mutate(true)}>
            {TEXTS.confirm(lastRun?.animals ?? sentCount)}
          </button>
        </div>
      )}
      {isOn && asks === undefined && (
        <button type="button" className="primary" disabled={isBusy} onClick={() => starting.mutate(false)}>
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

import { MailSender, type MailSenderDependencies } from '../../access/mail/mail-sender.ts';
import type { CurrentMail } from '../../access/mail/settings/current-mail.ts';
import type { CurrentSettings } from '../../access/settings/current-settings.ts';
import { timeZoneOf } from '../../access/settings/settings.ts';
import { letterWriter } from '../../adoption/applications/letters/write-letter.ts';
import { shownAnimalUrls } from '../../adoption/public-pages/addresses.ts';
import type { HoldExpiry } from '../../catalogue/orders/hold-expiry.ts';
import type { PhotoProcessor } from '../../catalogue/photos/processing/photo-processor.ts';
import { PartnerReader } from '../../exchange/partners/partner-reader.ts';
import { siteSources } from '../../exchange/publishing/upload/site-sources.ts';
import { PublishingWorker } from '../../exchange/publishing/upload/worker.ts';
import { WebhookSender } from '../../exchange/webhooks/webhook-sender.ts';
import { andThen } from '../../platform/core/maybe-promise.ts';
import type { DelegatedWork } from '../../platform/core/threads/delegated-work.ts';
import { Throttle } from '../../platform/core/throttle.ts';
import type { Secrets } from '../../platform/database/secrets.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { FeedWatch, type FeedWatchDependencies } from '../../record/events/live/feed-watch.ts';
import type { Dependencies } from '../dependencies.ts';
import { throttledFault } from '../throttled-fault.ts';

const NOT_PUBLISHED = 'animals could not be sent to a listing site; it is tried again';
const NOT_SENT = 'an e-mail could not be sent; unless it is given up, it is tried again';

/** Starts to send e-mails, while they are set up. */
export function startMailSender(
  { config, database, clock, log }: Dependencies,
  {
    current,
    settings,
    ...delegated
  }: Pick<MailSenderDependencies, 'delegate' | 'delegateRestart'> & {
    readonly current: CurrentMail;
    readonly settings: CurrentSettings;
  },
): MailSender {
  const throttle = new Throttle();
  return new MailSender({
    database,
    clock,
    current,
    ...delegated,
    writeLetter: letterWriter({ database, clock, settings, publicUrl: config.publicUrl }),
    onFault: throttledFault(log, 'the e-mails that wait could not be read or written; it is tried again'),
    onRefused: (refused) =>
      throttle.run((leftOut) => log.error({ ...refused, ...leftOut }, NOT_SENT), refused.reason),
  });
}

/** Starts to send the feed to webhooks. */
export function startWebhookSender(
  { config, database, clock, log, metrics }: Dependencies,
  rest: DelegatedWork & {
    readonly outbound: Outbound;
    readonly secrets: Secrets;
    readonly settings: CurrentSettings;
  },
): WebhookSender {
  const { outbound, secrets, settings, delegate } = rest;
  return new WebhookSender({
    database,
    clock,
    delegate,
    outbound,
    secrets,
    urlOf: shownAnimalUrls(config.publicUrl, settings),
    onFault: throttledFault(log, 'webhooks could not be read or written; it is tried again'),
    onAttempt: (result) => metrics?.countWebhookAttempt(result),
    onSwitchedOff: ({ webhookId, accountId, reason }) =>
      log.warn(
        { webhookId: String(webhookId), accountId: String(accountId), reason },
        'a webhook was switched off, because nothing can be delivered',
      ),
  });
}

/** Looks for events while someone waits for them. */
export function watchFeed(
  { config, database, clock, log, metrics }: Dependencies,
  {
    settings,
    expiry,
    addedEvents,
    othersWaiting,
  }: Pick<FeedWatchDependencies, 'addedEvents'> & {
    readonly settings: CurrentSettings;
    readonly expiry: HoldExpiry;
    /** Returns how many wait in other threads. */
    readonly othersWaiting: () => number;
  },
): FeedWatch {
  const watch = new FeedWatch({
    database,
    clock,
    addedEvents,
    urlOf: shownAnimalUrls(config.publicUrl, settings),
    beforeLook: expiry.expireBeforeRead,
    onFault: throttledFault(log, 'the feed could not be read for those who wait; it is tried again'),
    onSlowReader: () => metrics?.countClosedConnection('slow_reader'),
  });
  metrics?.addGauge(
    'petstore_feed_followers',
    'Requests that wait for events, and streams.',
    async () => watch.size + othersWaiting(),
  );
  return watch;
}

/** Starts to read the catalogues of partners. */
export function startPartnerReader(
  { config, database, clock, log }: Dependencies,
  rest: DelegatedWork & { readonly outbound: Outbound; readonly processor: PhotoProcessor },
): PartnerReader {
  const throttle = new Throttle();
  return new PartnerReader({
    database,
    clock,
    ...rest,
    publicUrl: config.publicUrl,
    onFault: throttledFault(log, 'partners could not be read or written in the store; it is tried again'),
    onFailed: (failed) =>
      throttle.run(
        (leftOut) => log.warn({ ...failed, ...leftOut }, 'a partner could not be read; it is tried again'),
        failed.failure,
      ),
  });
}

/** Starts to send animals to listing sites, while an account has turned one on. */
export function startPublishing(
  { config, database, clock, log }: Dependencies,
  rest: DelegatedWork & {
    readonly outbound: Outbound;
    readonly secrets: Secrets;
    readonly settings: CurrentSettings;
  },
): PublishingWorker {
  const { outbound, secrets, settings, delegate } = rest;
  const throttle = new Throttle();
  const timeZone = () => andThen(settings.refresh(), timeZoneOf);
  return new PublishingWorker({
    database,
    clock,
    delegate,
    outbound,
    ...siteSources({ clock, secrets, publicUrl: config.publicUrl, timeZone }),
    onFault: throttledFault(log, 'a run to a listing site could not be done; it is tried again'),
    onFailed: (failed) =>
      throttle.run((leftOut) => log.warn({ ...failed, ...leftOut }, NOT_PUBLISHED), failed.reason),
  });
}

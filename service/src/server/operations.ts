import { accessAfter } from '../accounts/access.ts';
import type { KeyKind } from '../accounts/api-key.ts';
import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { accountOf, isOfWebPage, principalOf } from '../accounts/authenticate.ts';
import { accountRoutes } from '../administration/account-routes.ts';
import { ACCOUNT_SCHEMAS } from '../administration/account-schemas.ts';
import { ADMINISTRATION_FORMATS } from '../administration/formats.ts';
import { keyRoutes } from '../administration/key-routes.ts';
import { KEY_SCHEMAS } from '../administration/key-schemas.ts';
import { newKeyRoutes } from '../administration/new-key-routes.ts';
import { applicationRoutes } from '../applications/api/application-routes.ts';
import { APPLICATION_SCHEMAS } from '../applications/api/application-schemas.ts';
import { sendRoutes } from '../applications/api/send-routes.ts';
import { FORM_SCHEMAS } from '../applications/questions/form.ts';
import { QUESTION_FORMATS, QUESTION_SCHEMAS } from '../applications/questions/question.ts';
import { questionRoutes } from '../applications/questions/question-routes.ts';
import { AUDIT_SCHEMAS } from '../audit/audit-entry.ts';
import { AUDIT_FORMATS, auditRoutes } from '../audit/audit-routes.ts';
import { batchRoutes } from '../batches/batch-routes.ts';
import { BATCH_SCHEMAS } from '../batches/batch-schemas.ts';
import { binRoutes } from '../bin/bin-routes.ts';
import { BIN_SCHEMAS } from '../bin/removed-pet.ts';
import type { PublicPagesConfig } from '../config/public-pages.ts';
import type { Clock } from '../core/clock.ts';
import { andThen } from '../core/maybe-promise.ts';
import type { Database } from '../database/database.ts';
import type { Secrets } from '../database/secrets.ts';
import { EVENT_SCHEMAS } from '../events/event.ts';
import { NO_ACCOUNT, type Viewer, viewerWithRole } from '../events/event-query.ts';
import { eventRoutes } from '../events/event-routes.ts';
import { EVENT_FORMATS } from '../events/feed-page.ts';
import type { FeedWatch } from '../events/live/feed-watch.ts';
import { FollowerPlaces } from '../events/live/follower-places.ts';
import { LiveFeed, type LiveFeedDependencies } from '../events/live/live-feed.ts';
import { DownloadPlaces } from '../http/overload/download-places.ts';
import { UploadQueue } from '../http/overload/upload-queue.ts';
import { textFault } from '../http/requests/text.ts';
import { PAGE_FORMATS } from '../http/responses/pagination.ts';
import type { Exchange, Route } from '../http/route.ts';
import { IdempotentParts } from '../idempotency/idempotent-parts.ts';
import { IdempotentWrites } from '../idempotency/idempotent-writes.ts';
import { ResponseTrimming } from '../idempotency/response-trimming.ts';
import { exportRoutes } from '../import-export/exports/export-routes.ts';
import { IMPORT_SCHEMAS } from '../import-export/jobs/import-resource.ts';
import { importRoutes } from '../import-export/jobs/import-routes.ts';
import type { ImportRunner } from '../import-export/jobs/import-runner.ts';
import { keepGroups as keepBondedGroups } from '../listings/bonds/bond-changes.ts';
import { LISTING_SCHEMAS } from '../listings/listing.ts';
import { listingRoutes } from '../listings/listing-routes.ts';
import { MICROCHIP_SCHEMAS, microchipRoutes } from '../listings/microchips/microchip-routes.ts';
import { photoRoutes } from '../listings/photo-routes.ts';
import { PHOTO_UPLOADS } from '../listings/photo-upload.ts';
import { PROFILE_SCHEMAS } from '../listings/profile.ts';
import { PROFILE_FORMATS } from '../listings/profile-fields.ts';
import { profileRoutes } from '../listings/profile-routes.ts';
import { textRoutes } from '../mail/letters/text-routes.ts';
import { LETTER_SCHEMAS } from '../mail/letters/text-schemas.ts';
import { MAIL_SCHEMAS, mailRoutes } from '../mail/mail-routes.ts';
import type { MailSender } from '../mail/mail-sender.ts';
import type { CurrentMail } from '../mail/settings/current-mail.ts';
import { mailSettingsRoutes } from '../mail/settings/mail-settings-routes.ts';
import { MAIL_SETTINGS_FORMATS, MAIL_SETTINGS_SCHEMAS } from '../mail/settings/mail-settings-schemas.ts';
import { MERGE_SCHEMAS, mergeRoutes } from '../merging/merge-routes.ts';
import type { HoldExpiry } from '../orders/hold-expiry.ts';
import { ORDER_SCHEMAS } from '../orders/order.ts';
import { orderRoutes } from '../orders/order-routes.ts';
import { permissionRoutes } from '../orders/permission-routes.ts';
import { PERMISSION_SCHEMAS } from '../orders/pet-permissions.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { PartnerReader } from '../partners/partner-reader.ts';
import { partnerRoutes } from '../partners/partner-routes.ts';
import { PARTNER_SCHEMAS } from '../partners/partner-schemas.ts';
import { deviceRoutes } from '../people/device-routes.ts';
import { passkeyRoutes } from '../people/passkey-routes.ts';
import { peopleRoutes } from '../people/people-routes.ts';
import { PEOPLE_FORMATS, PEOPLE_SCHEMAS } from '../people/person.ts';
import { findPerson } from '../people/person-queries.ts';
import type { KeepGroups } from '../pets/bonds/keep-groups.ts';
import { CATEGORY_SCHEMAS, categoryRoutes } from '../pets/category-routes.ts';
import { movementRoutes } from '../pets/movements/movement-routes.ts';
import { MOVEMENT_SCHEMAS } from '../pets/movements/movement-schemas.ts';
import { nameFault, PET_SCHEMAS } from '../pets/pet.ts';
import { petChangeRoutes } from '../pets/pet-change-routes.ts';
import { petRoutes } from '../pets/pet-routes.ts';
import { PHOTO_SCHEMAS } from '../photos/photo.ts';
import type { PhotoStorage } from '../photos/photo-queries.ts';
import type { PhotoProcessor } from '../photos/processing/photo-processor.ts';
import { shownAnimalUrls } from '../public-pages/addresses.ts';
import { PUBLISHING_SCHEMAS, publishingRoutes } from '../publishing/publishing-routes.ts';
import { PUBLISHING_FORMATS } from '../publishing/site-schemas.ts';
import type { PublishingWorker } from '../publishing/upload/worker.ts';
import { type CountingDependencies, countMore } from '../quota/count-request.ts';
import { senderOf } from '../quota/sender.ts';
import { type SharedTables, tableOf } from '../quota/shared-tables.ts';
import { USAGE_SCHEMAS, usageRoutes } from '../quota/usage-routes.ts';
import { REPORT_FORMATS } from '../reports/months.ts';
import { reportRoutes } from '../reports/report-routes.ts';
import { REPORT_SCHEMAS } from '../reports/report-schemas.ts';
import { typedTextFault } from '../search/search.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { coordinatesOf, SETTINGS_FORMATS, SETTINGS_SCHEMAS, timeZoneOf } from '../settings/settings.ts';
import { settingsRoutes } from '../settings/settings-routes.ts';
import { summaryRoutes } from '../summary/summary-routes.ts';
import { SUMMARY_SCHEMAS } from '../summary/summary-schema.ts';
import { deliveryRoutes } from '../webhooks/delivery-routes.ts';
import { webhookRoutes } from '../webhooks/webhook-routes.ts';
import { WEBHOOK_SCHEMAS } from '../webhooks/webhook-schemas.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';

export interface OperationDependencies {
  database: Database;
  clock: Clock;
  /** The kind of the keys that the service accepts. */
  keyKind: KeyKind;
  keys: ApiKeyCache;
  counting: CountingDependencies;
  expiry: HoldExpiry;
  orderHoldHours: number;
  publicUrl: string;
  publicPages: PublicPagesConfig;
  settings: CurrentSettings;
  processor: PhotoProcessor;
  photoStorage: PhotoStorage;
  imports: ImportRunner;
  mail: MailSender;
  currentMail: CurrentMail;
  secrets: Secrets;
  outbound: Outbound;
  webhooks: WebhookSender;
  feed: FeedWatch;
  partners: PartnerReader;
  publishing: PublishingWorker;
  /** The counters of all threads; undefined if this is the only one. */
  tables: SharedTables | undefined;
  /** The part of the connections and of the memory for this thread. */
  share: number;
}

/** The schemas to which those of the operations refer by their `$id`. */
export const SCHEMAS = [
  ...PET_SCHEMAS,
  ...MOVEMENT_SCHEMAS,
  ...PROFILE_SCHEMAS,
  ...MICROCHIP_SCHEMAS,
  ...PHOTO_SCHEMAS,
  ...LISTING_SCHEMAS,
  ...BATCH_SCHEMAS,
  ...BIN_SCHEMAS,
  ...MERGE_SCHEMAS,
  ...ORDER_SCHEMAS,
  ...EVENT_SCHEMAS,
  ...IMPORT_SCHEMAS,
  ...CATEGORY_SCHEMAS,
  ...PERMISSION_SCHEMAS,
  ...ACCOUNT_SCHEMAS,
  ...KEY_SCHEMAS,
  ...PEOPLE_SCHEMAS,
  ...AUDIT_SCHEMAS,
  ...QUESTION_SCHEMAS,
  ...FORM_SCHEMAS,
  ...APPLICATION_SCHEMAS,
  ...PUBLISHING_SCHEMAS,
  ...PARTNER_SCHEMAS,
  ...SETTINGS_SCHEMAS,
  ...MAIL_SETTINGS_SCHEMAS,
  ...LETTER_SCHEMAS,
  ...MAIL_SCHEMAS,
  ...WEBHOOK_SCHEMAS,
  ...SUMMARY_SCHEMAS,
  ...REPORT_SCHEMAS,
  ...USAGE_SCHEMAS,
];

/** The formats of texts in these schemas. */
export const TEXT_FORMATS = {
  'pet-name': nameFault,
  'plain-text': textFault,
  'search-text': typedTextFault,
  ...PAGE_FORMATS,
  ...EVENT_FORMATS,
  ...AUDIT_FORMATS,
  ...PROFILE_FORMATS,
  ...SETTINGS_FORMATS,
  ...MAIL_SETTINGS_FORMATS,
  ...ADMINISTRATION_FORMATS,
  ...PEOPLE_FORMATS,
  ...QUESTION_FORMATS,
  ...REPORT_FORMATS,
  ...PUBLISHING_FORMATS,
};

/** Returns the operations of the API, in the order of openapi.json. */
export function operations(dependencies: OperationDependencies): Route[] {
  const { database, clock, publicUrl, settings, imports, mail, tables, share } = dependencies;
  const trimming = new ResponseTrimming(database);
  const writes = new IdempotentWrites(database, clock, trimming);
  const parts = new IdempotentParts(database, clock, trimming);
  const urlOf = shownAnimalUrls(publicUrl, settings);
  const timeZone = () => andThen(settings.refresh(), timeZoneOf);
  const coordinates = () => andThen(settings.refresh(), coordinatesOf);
  const keepGroups: KeepGroups = (db, petIds, change) => keepBondedGroups(db, petIds, change, publicUrl);
  const uploads = new UploadQueue(PHOTO_UPLOADS, share);
  const accessOf = accessAfter(dependencies.keys, clock);
  const downloads = new DownloadPlaces((exchange) =>
    andThen(accessOf(exchange), (access) => access === 'same'),
  );
  const ownAddress = async (exchange: Exchange) => {
    const { person } = principalOf(exchange);
    return person && (await findPerson(database.read, person.id, clock.now()))?.email;
  };
  return [
    ...petRoutes({ database, clock, writes }),
    ...petChangeRoutes({ database, clock, timeZone, keepGroups }),
    ...movementRoutes({ database, clock, timeZone, writes, keepGroups }),
    ...categoryRoutes({ database, clock }),
    ...listingRoutes({ database, publicUrl, urlOf, coordinates }),
    ...profileRoutes({ database, clock, publicUrl }),
    ...microchipRoutes({ database }),
    ...batchRoutes({ ...dependencies, parts, timeZone }),
    ...binRoutes({ database, clock, writes, publicUrl }),
    ...mergeRoutes({ clock, timeZone, writes, publicUrl }),
    ...photoRoutes({ ...dependencies, writes, uploads, storage: dependencies.photoStorage }),
    ...orderRoutes({ ...dependencies, writes, timeZone, holdHours: dependencies.orderHoldHours }),
    ...permissionRoutes({ database }),
    ...applicationRoutes({ database, clock, timeZone }),
    ...sendRoutes({ ...dependencies.counting, clock, writes, publicUrl, tables }),
    ...questionRoutes({ database, clock }),
    ...publishingRoutes({
      ...dependencies,
      timeZone,
      downloads,
      writes,
      onRunAdded: () => dependencies.publishing.wake(),
    }),
    ...exportRoutes({ database, downloads }),
    ...importRoutes({ database, clock, writes, downloads, onAdded: () => imports.wake() }),
    ...eventRoutes({ database, live: liveFeed(dependencies, urlOf, accessOf), viewerOf, urlOf }),
    ...accountRoutes({ database, clock, writes }),
    ...keyRoutes({ database, clock }),
    ...newKeyRoutes({ ...dependencies, writes }),
    ...auditRoutes({ database, timeZone }),
    ...peopleRoutes({ database, clock, writes, publicUrl, mail, settings }),
    ...deviceRoutes({ database, clock }),
    ...passkeyRoutes({ database, clock }),
    ...settingsRoutes({ database, clock, config: dependencies.publicPages, current: settings }),
    ...mailSettingsRoutes({ ...dependencies, current: dependencies.currentMail }),
    ...textRoutes({ database, clock, settings, publicUrl }),
    ...mailRoutes({ database, clock, mail, settings, ownAddress, tables }),
    ...webhookRoutes({ ...dependencies, writes }),
    ...deliveryRoutes(dependencies),
    ...partnerRoutes({ ...dependencies, writes }),
    ...reportRoutes({ database, clock, timeZone }),
    ...summaryRoutes({ database, clock, publicUrl, timeZone, urlOf }),
    ...usageRoutes({ database, clock, quotas: dependencies.counting.accountQuotas }),
  ];
}

function liveFeed(
  { database, clock, counting, feed, tables }: OperationDependencies,
  urlOf: LiveFeedDependencies['urlOf'],
  accessOf: LiveFeedDependencies['accessOf'],
): LiveFeed {
  return new LiveFeed({
    database,
    clock,
    watch: feed,
    places: new FollowerPlaces(tableOf(tables, 'followers'), tables?.thread ?? 1),
    urlOf,
    senderIdOf: (exchange) => senderOf(principalOf(exchange)).subject.accountId,
    accessOf,
    countPage: (exchange) =>
      andThen(
        countMore(counting, exchange, { count: 1, now: clock.now() }),
        (refusal) => refusal === undefined,
      ),
  });
}

/** Returns which events the key of a request may read. */
function viewerOf(exchange: Exchange): Viewer {
  if (isOfWebPage(exchange)) return { accountId: NO_ACCOUNT, seesAll: false };
  const account = accountOf(exchange);
  return viewerWithRole(account.id, account.role);
}

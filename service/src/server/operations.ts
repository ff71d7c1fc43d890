import { accessAfter } from '../access/accounts/access.ts';
import type { KeyKind } from '../access/accounts/api-key.ts';
import type { ApiKeyCache } from '../access/accounts/api-key-cache.ts';
import { accountOf, isOfWebPage, principalOf } from '../access/accounts/authenticate.ts';
import { accountRoutes } from '../access/administration/account-routes.ts';
import { ACCOUNT_SCHEMAS } from '../access/administration/account-schemas.ts';
import { ADMINISTRATION_FORMATS } from '../access/administration/formats.ts';
import { keyRoutes } from '../access/administration/key-routes.ts';
import { KEY_SCHEMAS } from '../access/administration/key-schemas.ts';
import { newKeyRoutes } from '../access/administration/new-key-routes.ts';
import { IdempotentParts } from '../access/idempotency/idempotent-parts.ts';
import { IdempotentWrites } from '../access/idempotency/idempotent-writes.ts';
import { ResponseTrimming } from '../access/idempotency/response-trimming.ts';
import { textRoutes } from '../access/mail/letters/text-routes.ts';
import { LETTER_SCHEMAS } from '../access/mail/letters/text-schemas.ts';
import { MAIL_SCHEMAS, mailRoutes } from '../access/mail/mail-routes.ts';
import type { MailSender } from '../access/mail/mail-sender.ts';
import type { CurrentMail } from '../access/mail/settings/current-mail.ts';
import { mailSettingsRoutes } from '../access/mail/settings/mail-settings-routes.ts';
import {
  MAIL_SETTINGS_FORMATS,
  MAIL_SETTINGS_SCHEMAS,
} from '../access/mail/settings/mail-settings-schemas.ts';
import { deviceRoutes } from '../access/people/device-routes.ts';
import { passkeyRoutes } from '../access/people/passkey-routes.ts';
import { peopleRoutes } from '../access/people/people-routes.ts';
import { PEOPLE_FORMATS, PEOPLE_SCHEMAS } from '../access/people/person.ts';
import { findPerson } from '../access/people/person-queries.ts';
import { type CountingDependencies, countMore } from '../access/quota/count-request.ts';
import { senderOf } from '../access/quota/sender.ts';
import { type SharedTables, tableOf } from '../access/quota/shared-tables.ts';
import { USAGE_SCHEMAS, usageRoutes } from '../access/quota/usage-routes.ts';
import type { CurrentSettings } from '../access/settings/current-settings.ts';
import {
  coordinatesOf,
  SETTINGS_FORMATS,
  SETTINGS_SCHEMAS,
  timeZoneOf,
} from '../access/settings/settings.ts';
import { settingsRoutes } from '../access/settings/settings-routes.ts';
import { applicationRoutes } from '../adoption/applications/api/application-routes.ts';
import { APPLICATION_SCHEMAS } from '../adoption/applications/api/application-schemas.ts';
import { sendRoutes } from '../adoption/applications/api/send-routes.ts';
import { FORM_SCHEMAS } from '../adoption/applications/questions/form.ts';
import { QUESTION_FORMATS, QUESTION_SCHEMAS } from '../adoption/applications/questions/question.ts';
import { questionRoutes } from '../adoption/applications/questions/question-routes.ts';
import { shownAnimalUrls } from '../adoption/public-pages/addresses.ts';
import { batchRoutes } from '../catalogue/batches/batch-routes.ts';
import { BATCH_SCHEMAS } from '../catalogue/batches/batch-schemas.ts';
import { keepGroups as keepBondedGroups } from '../catalogue/listings/bonds/bond-changes.ts';
import { LISTING_SCHEMAS } from '../catalogue/listings/listing.ts';
import { listingRoutes } from '../catalogue/listings/listing-routes.ts';
import { MICROCHIP_SCHEMAS, microchipRoutes } from '../catalogue/listings/microchips/microchip-routes.ts';
import { photoRoutes } from '../catalogue/listings/photo-routes.ts';
import { PHOTO_UPLOADS } from '../catalogue/listings/photo-upload.ts';
import { PROFILE_SCHEMAS } from '../catalogue/listings/profile.ts';
import { PROFILE_FORMATS } from '../catalogue/listings/profile-fields.ts';
import { profileRoutes } from '../catalogue/listings/profile-routes.ts';
import { MERGE_SCHEMAS, mergeRoutes } from '../catalogue/merging/merge-routes.ts';
import type { HoldExpiry } from '../catalogue/orders/hold-expiry.ts';
import { ORDER_SCHEMAS } from '../catalogue/orders/order.ts';
import { orderRoutes } from '../catalogue/orders/order-routes.ts';
import { permissionRoutes } from '../catalogue/orders/permission-routes.ts';
import { PERMISSION_SCHEMAS } from '../catalogue/orders/pet-permissions.ts';
import type { KeepGroups } from '../catalogue/pets/bonds/keep-groups.ts';
import { CATEGORY_SCHEMAS, categoryRoutes } from '../catalogue/pets/category-routes.ts';
import { movementRoutes } from '../catalogue/pets/movements/movement-routes.ts';
import { MOVEMENT_SCHEMAS } from '../catalogue/pets/movements/movement-schemas.ts';
import { nameFault, PET_SCHEMAS } from '../catalogue/pets/pet.ts';
import { petChangeRoutes } from '../catalogue/pets/pet-change-routes.ts';
import { petRoutes } from '../catalogue/pets/pet-routes.ts';
import { PHOTO_SCHEMAS } from '../catalogue/photos/photo.ts';
import type { PhotoStorage } from '../catalogue/photos/photo-queries.ts';
import type { PhotoProcessor } from '../catalogue/photos/processing/photo-processor.ts';
import { typedTextFault } from '../catalogue/search/search.ts';
import { binRoutes } from '../catalogue/trash/bin-routes.ts';
import { BIN_SCHEMAS } from '../catalogue/trash/removed-pet.ts';
import { exportRoutes } from '../exchange/import-export/exports/export-routes.ts';
import { IMPORT_SCHEMAS } from '../exchange/import-export/jobs/import-resource.ts';
import { importRoutes } from '../exchange/import-export/jobs/import-routes.ts';
import type { ImportRunner } from '../exchange/import-export/jobs/import-runner.ts';
import type { PartnerReader } from '../exchange/partners/partner-reader.ts';
import { partnerRoutes } from '../exchange/partners/partner-routes.ts';
import { PARTNER_SCHEMAS } from '../exchange/partners/partner-schemas.ts';
import { PUBLISHING_SCHEMAS, publishingRoutes } from '../exchange/publishing/publishing-routes.ts';
import { PUBLISHING_FORMATS } from '../exchange/publishing/site-schemas.ts';
import type { PublishingWorker } from '../exchange/publishing/upload/worker.ts';
import { deliveryRoutes } from '../exchange/webhooks/delivery-routes.ts';
import { webhookRoutes } from '../exchange/webhooks/webhook-routes.ts';
import { WEBHOOK_SCHEMAS } from '../exchange/webhooks/webhook-schemas.ts';
import type { WebhookSender } from '../exchange/webhooks/webhook-sender.ts';
import { REPORT_FORMATS } from '../insight/reports/months.ts';
import { reportRoutes } from '../insight/reports/report-routes.ts';
import { REPORT_SCHEMAS } from '../insight/reports/report-schemas.ts';
import { summaryRoutes } from '../insight/summary/summary-routes.ts';
import { SUMMARY_SCHEMAS } from '../insight/summary/summary-schema.ts';
import type { PublicPagesConfig } from '../platform/config/public-pages.ts';
import type { Clock } from '../platform/core/clock.ts';
import { andThen } from '../platform/core/maybe-promise.ts';
import type { Database } from '../platform/database/database.ts';
import type { Secrets } from '../platform/database/secrets.ts';
import { DownloadPlaces } from '../platform/http/overload/download-places.ts';
import { UploadQueue } from '../platform/http/overload/upload-queue.ts';
import { textFault } from '../platform/http/requests/text.ts';
import { PAGE_FORMATS } from '../platform/http/responses/pagination.ts';
import type { Exchange, Route } from '../platform/http/route.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import { AUDIT_SCHEMAS } from '../record/audit/audit-entry.ts';
import { AUDIT_FORMATS, auditRoutes } from '../record/audit/audit-routes.ts';
import { EVENT_SCHEMAS } from '../record/events/event.ts';
import { NO_ACCOUNT, type Viewer, viewerWithRole } from '../record/events/event-query.ts';
import { eventRoutes } from '../record/events/event-routes.ts';
import { EVENT_FORMATS } from '../record/events/feed-page.ts';
import type { FeedWatch } from '../record/events/live/feed-watch.ts';
import { FollowerPlaces } from '../record/events/live/follower-places.ts';
import { LiveFeed, type LiveFeedDependencies } from '../record/events/live/live-feed.ts';

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

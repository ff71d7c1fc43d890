import type { FastifyInstance } from 'fastify';
import { mayActOnAll } from '../accounts/account.ts';
import type { KeyKind } from '../accounts/api-key.ts';
import { accountOf, isOfWebPage } from '../accounts/authenticate.ts';
import { accountRoutes } from '../administration/account-routes.ts';
import { keyRoutes } from '../administration/key-routes.ts';
import { newKeyRoutes } from '../administration/new-key-routes.ts';
import { auditRoutes } from '../audit/audit-routes.ts';
import type { PublicPagesConfig } from '../config/public-pages.ts';
import type { Clock } from '../core/clock.ts';
import { andThen } from '../core/maybe-promise.ts';
import type { Database } from '../database/database.ts';
import { EVENT_SCHEMAS } from '../events/event.ts';
import { NO_ACCOUNT, type Viewer } from '../events/event-query.ts';
import { eventRoutes } from '../events/event-routes.ts';
import type { Exchange } from '../http/exchange.ts';
import { DownloadPlaces } from '../http/overload/download-places.ts';
import { IdempotentWrites } from '../idempotency/idempotent-writes.ts';
import { exportRoutes } from '../import-export/exports/export-routes.ts';
import { IMPORT_SCHEMAS } from '../import-export/jobs/import-resource.ts';
import { importRoutes } from '../import-export/jobs/import-routes.ts';
import type { ImportRunner } from '../import-export/jobs/import-runner.ts';
import { LISTING_SCHEMAS } from '../listings/listing.ts';
import { listingRoutes } from '../listings/listing-routes.ts';
import { photoRoutes } from '../listings/photo-routes.ts';
import { PROFILE_SCHEMAS } from '../listings/profile.ts';
import { profileRoutes } from '../listings/profile-routes.ts';
import type { HoldExpiry } from '../orders/hold-expiry.ts';
import { ORDER_SCHEMAS } from '../orders/order.ts';
import { orderRoutes } from '../orders/order-routes.ts';
import { permissionRoutes } from '../orders/permission-routes.ts';
import { categoryRoutes } from '../pets/category-routes.ts';
import { PET_SCHEMAS } from '../pets/pet.ts';
import { petChangeRoutes } from '../pets/pet-change-routes.ts';
import { petRoutes } from '../pets/pet-routes.ts';
import { PHOTO_SCHEMAS } from '../photos/photo.ts';
import type { PhotoStorage } from '../photos/photo-storage.ts';
import type { PhotoProcessor } from '../photos/processing/photo-processor.ts';
import { UploadQueue } from '../photos/upload-queue.ts';
import { animalUrls } from '../public-pages/addresses.ts';
import type { CountingDependencies } from '../quota/count-request.ts';
import { usageRoutes } from '../quota/usage-routes.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { settingsRoutes } from '../settings/settings-routes.ts';
import { summaryRoutes } from '../summary/summary-routes.ts';

export interface OperationDependencies {
  database: Database;
  clock: Clock;
  /** The kind of the keys that the service accepts. */
  keyKind: KeyKind;
  counting: CountingDependencies;
  expiry: HoldExpiry;
  orderHoldHours: number;
  publicUrl: string;
  publicPages: PublicPagesConfig;
  settings: CurrentSettings;
  processor: PhotoProcessor;
  photoStorage: PhotoStorage;
  imports: ImportRunner;
}

const SCHEMAS = [
  ...PET_SCHEMAS,
  ...PROFILE_SCHEMAS,
  ...PHOTO_SCHEMAS,
  ...LISTING_SCHEMAS,
  ...ORDER_SCHEMAS,
  ...EVENT_SCHEMAS,
  ...IMPORT_SCHEMAS,
];

/** Adds the operations. */
export async function addOperations(v1: FastifyInstance, dependencies: OperationDependencies): Promise<void> {
  const { database, clock, publicUrl, settings, imports } = dependencies;
  for (const schema of SCHEMAS) v1.addSchema(schema);
  const writes = new IdempotentWrites(database, clock);
  await v1.register(petRoutes({ database, clock, writes }));
  await v1.register(petChangeRoutes({ database, clock }));
  await v1.register(categoryRoutes({ database, clock }));
  const urls = animalUrls(publicUrl);
  const urlOf = () => andThen(settings.refresh(), ({ publicPages: isOn }) => (isOn ? urls : undefined));
  await v1.register(listingRoutes({ database, publicUrl, urlOf }));
  await v1.register(profileRoutes({ database, clock, publicUrl }));
  const uploads = new UploadQueue();
  await v1.register(photoRoutes({ ...dependencies, writes, uploads, storage: dependencies.photoStorage }));
  await v1.register(orderRoutes({ ...dependencies, writes, holdHours: dependencies.orderHoldHours }));
  await v1.register(permissionRoutes({ database }));
  const downloads = new DownloadPlaces();
  await v1.register(exportRoutes({ database, downloads }));
  await v1.register(importRoutes({ database, clock, writes, downloads, onAdded: () => imports.wake() }));
  await v1.register(eventRoutes({ database, viewerOf }));
  await v1.register(accountRoutes({ database, clock, writes }));
  await v1.register(keyRoutes({ database, clock }));
  await v1.register(newKeyRoutes({ ...dependencies, writes }));
  await v1.register(auditRoutes({ database }));
  await v1.register(settingsRoutes({ database, clock, config: dependencies.publicPages, current: settings }));
  await v1.register(summaryRoutes({ database, clock, publicUrl, urlOf, viewerOf }));
  await v1.register(usageRoutes({ database, clock, quotas: dependencies.counting.accounts }));
}

/** Returns which events the key of a request may read. */
function viewerOf(exchange: Exchange): Viewer {
  if (isOfWebPage(exchange)) return { accountId: NO_ACCOUNT, seesAll: false };
  const account = accountOf(exchange);
  return { accountId: account.id, seesAll: mayActOnAll(account) };
}

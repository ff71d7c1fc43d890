import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Tables } from '../tables.ts';
import { initial } from './steps/0001-0010/0001-initial.ts';
import { storeArea } from './steps/0001-0010/0002-store-area.ts';
import { eventsOfAPet } from './steps/0001-0010/0003-events-of-a-pet.ts';
import { recovery } from './steps/0001-0010/0004-recovery.ts';
import { ordersOfAPet } from './steps/0001-0010/0005-orders-of-a-pet.ts';
import { categoryCounts } from './steps/0001-0010/0006-category-counts.ts';
import { accessVersion } from './steps/0001-0010/0007-access-version.ts';
import { environment } from './steps/0001-0010/0008-environment.ts';
import { closedOrders } from './steps/0001-0010/0009-closed-orders.ts';
import { listings } from './steps/0001-0010/0010-listings.ts';
import { administration } from './steps/0011-0020/0011-administration.ts';
import { importJobs } from './steps/0011-0020/0012-import-jobs.ts';
import { summary } from './steps/0011-0020/0013-summary.ts';
import { staleEntries } from './steps/0011-0020/0014-stale-entries.ts';
import { wordsOfAllScripts } from './steps/0011-0020/0015-words-of-all-scripts.ts';
import { importPreviews } from './steps/0011-0020/0016-import-previews.ts';
import { rotatedKeys } from './steps/0011-0020/0017-rotated-keys.ts';
import { eventParts } from './steps/0011-0020/0018-event-parts.ts';
import { listingsOfEvents } from './steps/0011-0020/0019-listings-of-events.ts';
import { acceptedServers } from './steps/0011-0020/0020-accepted-servers.ts';
import { inCare } from './steps/0021-0030/0021-in-care.ts';
import { bin } from './steps/0021-0030/0022-bin.ts';
import { movements } from './steps/0021-0030/0023-movements.ts';
import { mergedPets } from './steps/0021-0030/0024-merged-pets.ts';
import { namesAndAuthors } from './steps/0021-0030/0025-names-and-authors.ts';
import { sortedListings } from './steps/0021-0030/0026-sorted-listings.ts';
import { focalPoints } from './steps/0021-0030/0027-focal-points.ts';
import { people } from './steps/0021-0030/0028-people.ts';
import { outbox } from './steps/0021-0030/0029-outbox.ts';
import { stays } from './steps/0021-0030/0030-stays.ts';
import { mailSettings } from './steps/0031-mail-settings.ts';
import { applications } from './steps/0032-applications.ts';
import { microchips } from './steps/0033-microchips.ts';
import { bondedOrders } from './steps/0034-bonded-orders.ts';
import { webhooks } from './steps/0035-webhooks.ts';
import { publishing } from './steps/0036-publishing.ts';
import { publishingRuns } from './steps/0037-publishing-runs.ts';
import { partners } from './steps/0038-partners.ts';
import { plainNameOrder } from './steps/0039-name-order.ts';
import { recordedAdoptions } from './steps/0040-recorded-adoptions.ts';
import { principals } from './steps/0041-0050/0041-principals.ts';
import { dayCounts } from './steps/0041-0050/0042-day-counts.ts';
import { boundedStays } from './steps/0041-0050/0043-bounded-stays.ts';
import { addressesOfAnAccount } from './steps/0041-0050/0044-addresses-of-an-account.ts';
import { erasedApplications } from './steps/0041-0050/0045-erased-applications.ts';
import { growingReads } from './steps/0041-0050/0046-growing-reads.ts';
import { mailByKind } from './steps/0041-0050/0047-mail-by-kind.ts';
import { countsByDay } from './steps/0041-0050/0048-counts-by-day.ts';

/** In their order. A store has recorded the names of those that it has. */
export const MIGRATIONS: Readonly<Record<string, (db: Kysely<Tables>, engine: Engine) => Promise<void>>> = {
  '0001-initial': initial,
  '0002-store-area': storeArea,
  '0003-events-of-a-pet': eventsOfAPet,
  '0004-recovery': recovery,
  '0005-orders-of-a-pet': ordersOfAPet,
  '0006-category-counts': categoryCounts,
  '0007-access-version': accessVersion,
  '0008-environment': environment,
  '0009-closed-orders': closedOrders,
  '0010-listings': listings,
  '0011-administration': administration,
  '0012-import-jobs': importJobs,
  '0013-summary': summary,
  '0014-stale-entries': staleEntries,
  '0015-words-of-all-scripts': wordsOfAllScripts,
  '0016-import-previews': importPreviews,
  '0017-rotated-keys': rotatedKeys,
  '0018-event-parts': eventParts,
  '0019-listings-of-events': listingsOfEvents,
  '0020-accepted-servers': acceptedServers,
  '0021-in-care': inCare,
  '0022-bin': bin,
  '0023-movements': movements,
  '0024-merged-pets': mergedPets,
  '0025-names-and-authors': namesAndAuthors,
  '0026-sorted-listings': sortedListings,
  '0027-focal-points': focalPoints,
  '0028-people': people,
  '0029-outbox': outbox,
  '0030-stays': stays,
  '0031-mail-settings': mailSettings,
  '0032-applications': applications,
  '0033-microchips': microchips,
  '0034-bonded-orders': bondedOrders,
  '0035-webhooks': webhooks,
  '0036-publishing': publishing,
  '0037-publishing-runs': publishingRuns,
  '0038-partners': partners,
  '0039-name-order': plainNameOrder,
  '0040-recorded-adoptions': recordedAdoptions,
  '0041-principals': principals,
  '0042-day-counts': dayCounts,
  '0043-bounded-stays': boundedStays,
  '0044-addresses-of-an-account': addressesOfAnAccount,
  '0045-erased-applications': erasedApplications,
  '0046-growing-reads': growingReads,
  '0047-mail-by-kind': mailByKind,
  '0048-counts-by-day': countsByDay,
};

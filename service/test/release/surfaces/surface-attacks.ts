import { foreignBatches, oneIdempotencyKey, onePetChanges, ordersOfOnePet } from './bursts.ts';
import { movementsOfOnePet, passkeysOfOnePerson, streamsOfForeignEvents } from './lists.ts';
import { ORDINARY_REQUESTS } from './ordinary-requests.ts';
import { foldedDescriptions, largePages, longAddresses, longForms } from './pages.ts';
import { abandonedUploads, hostilePictures, slowUploads } from './photos.ts';
import { largeEventPages, largeProfiles, newWords } from './profiles.ts';
import type { SurfaceAttack } from './surface-attack.ts';
import { badRows, hostileWorkbooks, manyExports, slowExports } from './tables.ts';

/** The attacks of `surfaces.release.test.ts`, by their names in `docs/threat-model.md`. */
export const SURFACE_ATTACKS: Readonly<Record<string, SurfaceAttack>> = {
  'photos of 10 MB that are abandoned': abandonedUploads,
  'pictures that take gigabytes or minutes to decode': hostilePictures,
  'photos sent as slowly as allowed': slowUploads,
  'lists of animals whose names make the longest addresses': longAddresses,
  'public lists of the largest animals, each with another query': largePages,
  'forms with texts longer than any field': longForms,
  'searches in descriptions that become 18 times as long': foldedDescriptions,
  'descriptions of new words': newWords,
  'pages of the largest events and listings': largeEventPages,
  'small changes of the largest animals': largeProfiles,
  '30 exports at a time': manyExports,
  '900 exports that are read slowly': slowExports,
  'workbooks of some KB that take minutes to read': hostileWorkbooks,
  'files of millions of bad rows': badRows,
  '40 orders of one animal at a time': ordersOfOnePet,
  '40 changes of one animal at a time': onePetChanges,
  '40 batches that name the animals of others': foreignBatches,
  '40 requests with one Idempotency-Key at a time': oneIdempotencyKey,
  'movements of one animal without end': movementsOfOnePet,
  'passkeys of one person without end': passkeysOfOnePerson,
  'streams of a feed whose events are for others': streamsOfForeignEvents,
  ...ORDINARY_REQUESTS,
};

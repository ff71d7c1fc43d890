import { attack as foldedDescriptions } from './pages/folded-descriptions.ts';
import { attack as largeEventPages } from './pages/large-event-pages.ts';
import { attack as largePages } from './pages/large-pages.ts';
import { attack as longAddresses } from './pages/long-addresses.ts';
import { attack as abandonedUploads } from './photos/abandoned-uploads.ts';
import { attack as hostilePictures } from './photos/hostile-pictures.ts';
import { attack as slowUploads } from './photos/slow-uploads.ts';
import type { SurfaceAttack } from './surface-attack.ts';
import { attack as badRows } from './tables/bad-rows.ts';
import { attack as hostileWorkbooks } from './tables/hostile-workbooks.ts';
import { attack as manyExports } from './tables/many-exports.ts';
import { attack as slowExports } from './tables/slow-exports.ts';
import { attack as largeProfiles } from './writes/large-profiles.ts';
import { attack as newWords } from './writes/new-words.ts';
import { attack as oneIdempotencyKey } from './writes/one-idempotency-key.ts';
import { attack as onePetChanges } from './writes/one-pet-changes.ts';
import { attack as ordersOfOnePet } from './writes/orders-of-one-pet.ts';

/** The attacks of `surfaces.release.test.ts`, by their names in `docs/threat-model.md`. */
export const SURFACE_ATTACKS: Readonly<Record<string, SurfaceAttack>> = {
  'photos of 10 MB that are abandoned': abandonedUploads,
  'pictures that take gigabytes or minutes to decode': hostilePictures,
  'photos sent as slowly as allowed': slowUploads,
  'lists of animals whose names make the longest addresses': longAddresses,
  'public lists of the largest animals, each with another query': largePages,
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
  '40 requests with one Idempotency-Key at a time': oneIdempotencyKey,
};

import { attack as abandonedUploads } from './abandoned-uploads.ts';
import { attack as foldedDescriptions } from './folded-descriptions.ts';
import { attack as hostilePictures } from './hostile-pictures.ts';
import { attack as hostileWorkbooks } from './hostile-workbooks.ts';
import { attack as largeEventPages } from './large-event-pages.ts';
import { attack as largePages } from './large-pages.ts';
import { attack as largeProfiles } from './large-profiles.ts';
import { attack as longAddresses } from './long-addresses.ts';
import { attack as manyExports } from './many-exports.ts';
import { attack as newWords } from './new-words.ts';
import { attack as oneIdempotencyKey } from './one-idempotency-key.ts';
import { attack as onePetChanges } from './one-pet-changes.ts';
import { attack as ordersOfOnePet } from './orders-of-one-pet.ts';
import { attack as slowExports } from './slow-exports.ts';
import { attack as slowUploads } from './slow-uploads.ts';
import type { SurfaceAttack } from './surface-attack.ts';

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
  '40 orders of one animal at a time': ordersOfOnePet,
  '40 changes of one animal at a time': onePetChanges,
  '40 requests with one Idempotency-Key at a time': oneIdempotencyKey,
};

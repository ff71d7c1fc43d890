import type { Queries } from '../../platform/database/database.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import type { Change } from '../../record/events/event.ts';
import { appendEvents } from '../../record/events/event-queries.ts';
import { touchPet } from '../pets/pet-queries.ts';
import { changeOtherTexts, otherTexts } from '../search/search-index.ts';
import { type Listing, listingJson } from './listing.ts';
import { findListing, readListings } from './listing-queries.ts';
import { mergeProfile, type ProfileChange, profileJson, shownJson, type WholeProfile } from './profile.ts';
import { insertProfiles, saveProfile } from './profile-queries.ts';

// Call these functions in the transaction of the change, with the pet locked.

/** Records a change of a profile or of photos that is written already: sets `updatedAt` and appends the event. */
export async function recordListing(
  db: Queries,
  petId: bigint,
  change: Change,
  publicUrl: string,
): Promise<Listing> {
  await touchPet(db, petId, change.at);
  const listing = await findListing(db, petId);
  if (listing === undefined) throw new Error(`Pet ${petId} does not exist`);
  await appendListings(db, [listing], change, publicUrl);
  return listing;
}

/** Adds the profiles of new pets that were indexed with them; those without fields are left out. Appends the events. */
export async function addProfiles(
  db: Queries,
  profiles: ReadonlyArray<{ readonly petId: bigint; readonly profile: WholeProfile }>,
  change: Change,
  publicUrl: string,
): Promise<void> {
  const added = profiles.filter(({ profile }) => Object.keys(profile).length > 0);
  if (added.length === 0) return;
  await insertProfiles(db, added);
  const listings = await readListings(
    db,
    added.map(({ petId }) => petId),
  );
  await appendListings(db, listings, change, publicUrl);
}

/**
 * Changes a profile. Writes nothing and appends no event if the fields already have these values.
 *
 * @throws {ApiError} `invalid_body`.
 */
export async function changeProfile(
  db: Queries,
  { petId, profile }: { petId: bigint; profile: WholeProfile },
  fields: ProfileChange,
  change: Change,
  publicUrl: string,
): Promise<WholeProfile> {
  const next = mergeProfile(profile, fields);
  if (profileJson(next) === profileJson(profile)) return profile;
  if (otherTexts(next) !== otherTexts(profile)) await changeOtherTexts(db, petId, next);
  await saveProfile(db, petId, next);
  const isShown = shownJson(next) !== shownJson(profile);
  const listing = isShown ? await recordListing(db, petId, change, publicUrl) : undefined;
  if (next.microchip === profile.microchip) return next;
  const name = (listing ?? (await findListing(db, petId)))?.pet.name;
  const [before, after] = [profile.microchip, next.microchip];
  await recordMicrochip(db, { id: petId, name }, { before, after }, change);
  return next;
}

/** Only the audit has the number: everyone may read the events of listings. */
async function recordMicrochip(
  db: Queries,
  pet: { readonly id: bigint; readonly name: string | undefined },
  { before, after }: { readonly before: string | undefined; readonly after: string | undefined },
  change: Change,
): Promise<void> {
  await recordAudit(db, {
    ...change,
    action: 'microchip.updated',
    petId: pet.id,
    subject: pet,
    details: { microchip: after },
    before: { microchip: before },
  });
}

/** Appends one event for each listing, as it now is. */
async function appendListings(
  db: Queries,
  listings: readonly Listing[],
  { actor, at }: Change,
  publicUrl: string,
): Promise<void> {
  const events = listings.map((listing) => {
    const body = listingJson(listing, publicUrl);
    return { type: 'listing.updated', at, actor, petId: listing.pet.id, body } as const;
  });
  await appendEvents(db, events);
}

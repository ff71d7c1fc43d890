import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event, Listing, Pet, PetEvent } from '../contract.ts';
import { listingAfter } from './listing-after.ts';

const AT = '2026-11-21T12:00:00.000Z';
const LATER = '2026-11-22T12:00:00.000Z';
const FRANK: Pet = { id: 1n, name: 'Frank', categoryId: 1n, status: 'available' };
const STATE = { createdAt: AT, statusChangedAt: AT, updatedAt: AT, etags: { pet: '"a"', profile: '"b"' } };
const BEFORE: Listing = { pet: FRANK, profile: { breed: 'Beagle' }, photos: [], url: undefined, ...STATE };

const ofPet = (type: PetEvent['type'], pet: Pet, state: Partial<PetEvent> = {}): Event => ({
  id: 5n,
  type,
  at: LATER,
  pet,
  ...state,
});

test('a changed animal keeps its profile and photos, and has the times and tags of the event', () => {
  const pet: Pet = { ...FRANK, status: 'sold' };
  const state = { ...STATE, statusChangedAt: LATER, updatedAt: LATER, etags: { pet: '"c"', profile: '"b"' } };
  assert.deepEqual(listingAfter(BEFORE, ofPet('pet.updated', pet, state)), { ...BEFORE, ...state, pet });
});

test('a new animal has an empty profile and no photos', () => {
  const after = listingAfter(undefined, ofPet('pet.created', FRANK, STATE));
  assert.deepEqual(after, { ...BEFORE, profile: {} });
});

test('an event without the state of a listing replaces the animal only', () => {
  const pet: Pet = { ...FRANK, name: 'Franz' };
  assert.deepEqual(listingAfter(BEFORE, ofPet('pet.updated', pet)), { ...BEFORE, pet });
});

test('a removed animal has no listing', () => {
  assert.equal(listingAfter(BEFORE, ofPet('pet.deleted', FRANK)), undefined);
});

test('an event of a listing replaces it', () => {
  const listing: Listing = { ...BEFORE, profile: {} };
  assert.equal(listingAfter(BEFORE, { id: 6n, type: 'listing.updated', at: LATER, listing }), listing);
});

test('events of categories and of unknown types change nothing', () => {
  const named: Event = { id: 7n, type: 'category.named', at: LATER, category: { id: 1n, name: 'Dog' } };
  const unknown = { id: 8n, type: 'shelter.moved', at: LATER, shelter: {} } as unknown as Event; // of a later version
  for (const event of [named, unknown]) assert.equal(listingAfter(BEFORE, event), BEFORE);
});

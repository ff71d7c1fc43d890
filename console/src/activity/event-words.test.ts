import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event, Order, OrderEvent, Pet, PetEvent } from '@petstore/client';
import { eventSentence, eventWords } from './event-words.ts';

const AT = '2026-03-04T05:06:07.089Z';
const FRANK: Pet = { id: 3562n, name: 'Frank', categoryId: 1n, status: 'available' };
const ORDER: Order = { id: 7n, petId: 3562n, status: 'placed', placedAt: AT, updatedAt: AT };

const ofPet = (type: PetEvent['type'], pet: Pet = FRANK): Event => ({ id: 1n, type, at: AT, pet });
const ofOrder = (type: OrderEvent['type'], order: Order = ORDER): Event => ({ id: 1n, type, at: AT, order });

test('describes an event of an animal by its name and new status', () => {
  assert.equal(eventSentence(ofPet('pet.created')), 'Frank was added');
  assert.equal(eventSentence(ofPet('pet.updated')), 'Frank was changed: available');
  assert.equal(
    eventSentence(ofPet('pet.updated', { ...FRANK, status: 'pending' })),
    'Frank was changed: on hold',
  );
  assert.equal(
    eventSentence(ofPet('pet.updated', { ...FRANK, status: 'sold' })),
    'Frank was changed: adopted',
  );
  assert.equal(
    eventSentence(ofPet('pet.updated', { ...FRANK, status: undefined })),
    'Frank was changed: not for adoption',
  );
  assert.equal(eventSentence(ofPet('pet.deleted')), 'Frank was removed');
  const merged = { ...ofPet('pet.deleted'), mergedInto: 9n } as Event;
  assert.equal(eventSentence(merged), 'Frank was merged into another record');
  assert.equal(eventWords(merged).petId, 9n);
});

test('describes a new name of a category', () => {
  const category = { id: 1n, name: 'Hounds' };
  const event: Event = { id: 1n, type: 'category.named', at: AT, category };
  assert.equal(eventSentence(event), 'A category was named Hounds');
});

test('describes an event of an order by its animal and its reference, if any', () => {
  const applied = { ...ORDER, reference: 'reservation 118' };
  assert.equal(
    eventSentence(ofOrder('order.placed', applied)),
    'Reservation 7 for animal 3562 was received (reservation 118)',
  );
  assert.equal(eventSentence(ofOrder('order.placed')), 'Reservation 7 for animal 3562 was received');
  assert.equal(eventSentence(ofOrder('order.approved')), 'Reservation 7 for animal 3562 was approved');
  assert.equal(eventSentence(ofOrder('order.completed')), 'Reservation 7 for animal 3562 was completed');
  assert.equal(eventSentence(ofOrder('order.cancelled')), 'Reservation 7 for animal 3562 was cancelled');
  assert.equal(eventSentence(ofOrder('order.expired')), 'Reservation 7 for animal 3562 expired');
});

test('writes ids with all digits, and has no link to a removed animal', () => {
  const widest = { ...ORDER, id: 9223372036854775807n, petId: 9007199254740993n };
  assert.equal(
    eventSentence(ofOrder('order.expired', widest)),
    'Reservation 9223372036854775807 for animal 9007199254740993 expired',
  );
  assert.equal(eventWords(ofPet('pet.created')).petId, 3562n);
  assert.equal(eventWords(ofPet('pet.deleted')).petId, undefined);
});

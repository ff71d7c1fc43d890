import { etagOf, PetstoreConnectionError, PetstoreError } from '../../src/index.ts';
import { type Case, clientOf, failureOf, same } from './case.ts';
import { lostAnswer } from './network.ts';
import { FRANK, scene } from './scene.ts';

/** Changes that depend on the version that the caller has read. */
export const conditions: Case[] = [
  {
    name: 'what a call returns of one animal or order has an ETag, and an item of a list or of the feed has none',
    run: async (stage) => {
      const { pets, orders, events } = await clientOf(stage);
      const { next } = await events.page({ after: 'latest' });
      const pet = await pets.create({ ...FRANK, status: 'available' });
      same(etagOf(await pets.get(pet.id)), etagOf(pet));
      const changed = await pets.change(pet.id, { name: 'Franz' }, { ifMatch: etagOf(pet) ?? '' });
      same(etagOf(changed) === etagOf(pet), false, 'a new version has the tag of the old one');
      const order = await orders.place({ petId: pet.id });
      same(etagOf(await orders.get(order.id)), etagOf(order));
      const ifMatch = etagOf(order) ?? '';
      same((await orders.change(order.id, { status: 'approved' }, { ifMatch })).status, 'approved');
      const [listed] = (await pets.page({ limit: 1 })).items;
      const [event] = (await events.page({ after: next })).items;
      same([listed && etagOf(listed), event?.pet && etagOf(event.pet)], [undefined, undefined]);
    },
  },
  {
    name: 'a change and a removal of an old version are refused, sent once and without effect',
    run: async (stage) => {
      const { way, petstore } = await scene(stage);
      const { pets, orders } = petstore;
      const pet = await pets.create({ ...FRANK, status: 'available' });
      const order = await orders.place({ petId: pet.id });
      await pets.change(pet.id, { name: 'Franz' });
      await orders.change(order.id, { status: 'approved' });
      const [ofPet, ofOrder] = [{ ifMatch: etagOf(pet) ?? '' }, { ifMatch: etagOf(order) ?? '' }];
      const before = way.sent.length;
      const refused = [
        pets.change(pet.id, { name: 'Max' }, ofPet),
        pets.remove(pet.id, ofPet),
        orders.change(order.id, { status: 'cancelled' }, ofOrder),
      ];
      for (const { code, status } of await Promise.all(
        refused.map((call) => failureOf(call, PetstoreError)),
      )) {
        same([code, status], ['precondition_failed', 412]);
      }
      same(way.sent.length - before, refused.length, 'requests');
      same([(await pets.get(pet.id)).name, (await orders.get(order.id)).status], ['Franz', 'approved']);
    },
  },
  {
    name: 'a change with ifMatch whose answer is lost does not end as one that was refused, and a removal counts as done',
    run: async (stage) => {
      const { clock, way, petstore } = await scene(stage);
      const pet = await petstore.pets.create(FRANK);
      way.meet(lostAnswer);
      // The repetition is answered with 412: the first attempt has made the new version.
      const changing = petstore.pets.change(pet.id, { name: 'Franz' }, { ifMatch: etagOf(pet) ?? '' });
      await failureOf(clock.runUntil(changing), PetstoreConnectionError);
      const now = await petstore.pets.get(pet.id);
      same(now.name, 'Franz');
      way.meet(lostAnswer);
      await clock.runUntil(petstore.pets.remove(pet.id, { ifMatch: etagOf(now) ?? '' }));
    },
  },
  {
    name: 'a tag that a compressing proxy has marked as weak guards a change all the same',
    run: async (stage) => {
      const weakening: typeof fetch = async (input, init) => {
        const { status, headers, body } = await fetch(input, init);
        const changed = new Headers(headers);
        const etag = headers.get('etag');
        if (etag !== null) changed.set('etag', `W/${etag}`);
        return new Response(body, { status, headers: changed });
      };
      const { pets } = await clientOf(stage, { fetch: weakening });
      const pet = await pets.create(FRANK);
      const ifMatch = etagOf(pet) ?? '';
      same((await pets.change(pet.id, { name: 'Franz' }, { ifMatch })).name, 'Franz');
      const { code } = await failureOf(pets.change(pet.id, { name: 'Max' }, { ifMatch }), PetstoreError);
      same(code, 'precondition_failed');
    },
  },
  {
    name: 'an ifMatch without a value is refused before anything is sent: the change would be unguarded',
    run: async (stage) => {
      const { way, petstore } = await scene(stage);
      const { id } = await petstore.pets.create(FRANK);
      for (const value of [undefined, '', null]) {
        const options = { ifMatch: value as string };
        await failureOf(petstore.pets.change(id, { name: 'Franz' }, options), TypeError);
        await failureOf(petstore.pets.remove(id, options), TypeError);
      }
      same(way.sent.length, 1, 'requests');
    },
  },
];

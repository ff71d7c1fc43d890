import { etagOf, PetstoreConnectionError, PetstoreError } from '../../src/index.ts';
import { equal, rejects } from './harness/assertions.ts';
import { lostResponse } from './harness/faulty-network.ts';
import { FRANK, simulatedClient } from './harness/simulated-client.ts';
import { createClient, type TestCase } from './harness/test-case.ts';

/** Changes that depend on the version that the caller has read. */
export const conditions: TestCase[] = [
  {
    name: 'provides the ETag of a single animal or order, but not of an item of a list or of the feed',
    run: async (environment) => {
      const { pets, orders, events } = await createClient(environment);
      const { next } = await events.page({ after: 'latest' });
      const pet = await pets.create({ ...FRANK, status: 'available' });
      equal(etagOf(await pets.get(pet.id)), etagOf(pet));
      const changed = await pets.change(pet.id, { name: 'Franz' }, { ifMatch: etagOf(pet) ?? '' });
      equal(etagOf(changed) === etagOf(pet), false, 'the new version has the old ETag');
      const order = await orders.place({ petId: pet.id });
      equal(etagOf(await orders.get(order.id)), etagOf(order));
      const ifMatch = etagOf(order) ?? '';
      equal((await orders.change(order.id, { status: 'approved' }, { ifMatch })).status, 'approved');
      const [listed] = (await pets.page({ limit: 1 })).items;
      const [event] = (await events.page({ after: next })).items;
      equal([listed && etagOf(listed), event?.pet && etagOf(event.pet)], [undefined, undefined]);
    },
  },
  {
    name: 'rejects a change and a removal of an old version (412) without a retry or an effect',
    run: async (environment) => {
      const { network, petstore } = await simulatedClient(environment);
      const { pets, orders } = petstore;
      const pet = await pets.create({ ...FRANK, status: 'available' });
      const order = await orders.place({ petId: pet.id });
      await pets.change(pet.id, { name: 'Franz' });
      await orders.change(order.id, { status: 'approved' });
      const [ofPet, ofOrder] = [{ ifMatch: etagOf(pet) ?? '' }, { ifMatch: etagOf(order) ?? '' }];
      const before = network.sent.length;
      const rejected = [
        pets.change(pet.id, { name: 'Max' }, ofPet),
        pets.remove(pet.id, ofPet),
        orders.change(order.id, { status: 'cancelled' }, ofOrder),
      ];
      for (const { code, status } of await Promise.all(
        rejected.map((call) => rejects(call, PetstoreError)),
      )) {
        equal([code, status], ['precondition_failed', 412]);
      }
      equal(network.sent.length - before, rejected.length, 'requests');
      equal([(await pets.get(pet.id)).name, (await orders.get(order.id)).status], ['Franz', 'approved']);
    },
  },
  {
    name: 'reports a lost connection, not 412, if the response to a change with ifMatch is lost; a removal counts as done',
    run: async (environment) => {
      const { clock, network, petstore } = await simulatedClient(environment);
      const pet = await petstore.pets.create(FRANK);
      network.inject(lostResponse);
      // The retry receives 412, because the first attempt has created the new version.
      const changing = petstore.pets.change(pet.id, { name: 'Franz' }, { ifMatch: etagOf(pet) ?? '' });
      await rejects(clock.runUntil(changing), PetstoreConnectionError);
      const now = await petstore.pets.get(pet.id);
      equal(now.name, 'Franz');
      network.inject(lostResponse);
      await clock.runUntil(petstore.pets.remove(pet.id, { ifMatch: etagOf(now) ?? '' }));
    },
  },
  {
    name: 'accepts an ETag that a compressing proxy has marked as weak',
    run: async (environment) => {
      const weakening: typeof fetch = async (input, init) => {
        const { status, headers, body } = await fetch(input, init);
        const changed = new Headers(headers);
        const etag = headers.get('etag');
        if (etag !== null) changed.set('etag', `W/${etag}`);
        return new Response(body, { status, headers: changed });
      };
      const { pets } = await createClient(environment, { fetch: weakening });
      const pet = await pets.create(FRANK);
      const ifMatch = etagOf(pet) ?? '';
      equal((await pets.change(pet.id, { name: 'Franz' }, { ifMatch })).name, 'Franz');
      const { code } = await rejects(pets.change(pet.id, { name: 'Max' }, { ifMatch }), PetstoreError);
      equal(code, 'precondition_failed');
    },
  },
  {
    name: 'rejects an ifMatch without a value, without sending a request',
    run: async (environment) => {
      const { network, petstore } = await simulatedClient(environment);
      const { id } = await petstore.pets.create(FRANK);
      for (const value of [undefined, '', null]) {
        const options = { ifMatch: value as string };
        await rejects(petstore.pets.change(id, { name: 'Franz' }, options), TypeError);
        await rejects(petstore.pets.remove(id, options), TypeError);
      }
      equal(network.sent.length, 1, 'requests');
    },
  },
];

import { PetstoreError } from '../../src/index.ts';
import { equal, rejects } from './harness/assertions.ts';
import { createClient, type TestCase } from './harness/test-case.ts';

/** A PNG of one grey pixel. */
const PIXEL = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12NoaGgAAAMEAYGa8M1PAAAAAElFTkSuQmCC',
  ),
  (character) => character.charCodeAt(0),
);

export const photos: TestCase[] = [
  {
    name: 'adds photos from a Blob and from bytes, changes and removes them, and reads them with the listing',
    run: async (environment) => {
      const { pets, photos, listings } = await createClient(environment);
      const { id } = await pets.create({ name: 'Frank', categoryId: 7n });
      const first = await photos.add(id, new Blob([PIXEL], { type: 'image/png' }));
      const second = await photos.add(id, PIXEL, { type: 'image/png' });
      equal([first.width, first.height, first.alt], [1, 1, '']);
      const cover = await photos.change(id, second.id, { alt: 'Frank asleep', position: 0 });
      equal([cover.id, cover.alt], [second.id, 'Frank asleep']);
      equal((await listings.get(id)).photos, [cover, first]);
      await photos.remove(id, cover.id);
      equal((await listings.get(id)).photos, [first]);
    },
  },
  {
    name: 'adds one photo when an upload is repeated with its idempotency key',
    run: async (environment) => {
      const { pets, photos, listings } = await createClient(environment);
      const { id } = await pets.create({ name: 'Frank', categoryId: 7n });
      const options = { type: 'image/png', idempotencyKey: 'cover' } as const;
      const added = await photos.add(id, PIXEL, options);
      equal(await photos.add(id, PIXEL, options), added);
      equal((await listings.get(id)).photos, [added]);
    },
  },
  {
    name: 'adds a photo by its content if its type is another one, as the type of a renamed file is',
    run: async (environment) => {
      const { pets, photos } = await createClient(environment);
      const { id } = await pets.create({ name: 'Frank', categoryId: 7n });
      equal((await photos.add(id, PIXEL, { type: 'image/jpeg' })).width, 1);
      equal((await photos.add(id, new Blob([PIXEL], { type: 'image/jpg' }))).width, 1);
    },
  },
  {
    name: 'fails with invalid_image if the content is no picture',
    run: async (environment) => {
      const { pets, photos } = await createClient(environment);
      const { id } = await pets.create({ name: 'Frank', categoryId: 7n });
      const error = await rejects(photos.add(id, PIXEL.subarray(1), { type: 'image/png' }), PetstoreError);
      equal([error.status, error.code], [400, 'invalid_image']);
    },
  },
];

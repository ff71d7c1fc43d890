/** The pet, the photo and the order of every example in the OpenAPI document. */

export const PET_EXAMPLE = { id: 3562n, name: 'Frank', categoryId: 1n, status: 'available' } as const;

const PHOTO_ID = '9f86d081884c7d659a2feaa0c55ad015';

export const PHOTO_EXAMPLE = {
  id: PHOTO_ID,
  alt: 'Frank, a brown dog, sits in the grass.',
  width: 4000,
  height: 3000,
  color: '#8a7256',
  urls: {
    320: `https://petstore.example/photos/${PHOTO_ID}/320.webp`,
    800: `https://petstore.example/photos/${PHOTO_ID}/800.webp`,
    1600: `https://petstore.example/photos/${PHOTO_ID}/1600.webp`,
  },
};

export const ORDER_EXAMPLE = {
  id: 7n,
  petId: PET_EXAMPLE.id,
  status: 'placed',
  reference: 'application 2026-118',
  placedAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2026-11-23T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
};

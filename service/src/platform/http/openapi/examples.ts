/** The resources of every example in the OpenAPI document. */

export const PET_EXAMPLE = { id: 3562n, name: 'Frank', categoryId: 1n, status: 'available' } as const;

const PHOTO_ID = '9f86d081884c7d659a2feaa0c55ad015';

export const PHOTO_EXAMPLE = {
  id: PHOTO_ID,
  alt: 'Frank, a brown dog, sits in the grass.',
  width: 4000,
  height: 3000,
  color: '#8a7256',
  focalPoint: { x: 50, y: 20 },
  urls: {
    320: `https://petstore.example/photos/${PHOTO_ID}/320.webp`,
    800: `https://petstore.example/photos/${PHOTO_ID}/800.webp`,
    1600: `https://petstore.example/photos/${PHOTO_ID}/1600.webp`,
  },
};

export const PROFILE_EXAMPLE = {
  description: 'Frank is calm, likes long walks and sleeps through the night.',
  breed: 'Labrador Retriever',
  secondBreed: 'Boxer',
  mixed: true,
  color: 'brown and white',
  coatLength: 'short',
  location: 'Foster home in Austin',
  sex: 'male',
  size: 'large',
  birthDate: '2022-04-01',
  birthDateEstimated: true,
  goodWithChildren: true,
  goodWithDogs: true,
  goodWithCats: false,
  spayedNeutered: true,
  vaccinated: true,
  houseTrained: true,
  adoptionFee: { amount: '125.00', currency: 'USD' },
  contactUrl: 'https://shelter.example/adopt/frank',
  videoUrl: 'https://video.example/frank',
  tags: ['calm', 'likes water'] as string[],
  intakeDate: '2026-10-30',
  bondedWith: [3563n] as bigint[],
} as const;

export const MICROCHIP_EXAMPLE = '985112003456789';

export const LISTING_EXAMPLE = {
  pet: PET_EXAMPLE,
  profile: PROFILE_EXAMPLE,
  photos: [PHOTO_EXAMPLE],
  createdAt: '2026-11-01T09:30:00.000Z',
  statusChangedAt: '2026-11-01T09:30:00.000Z',
  updatedAt: '2026-11-21T12:10:00.000Z',
  etags: {
    pet: '"g7aaN1qoPdIlXqtk9uX79oCvM21"', // cspell:disable-line
    profile: '"szGKB-0RAFlCOziWqzFKzHfogf0"', // cspell:disable-line
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

export const MOVEMENT_EXAMPLE = {
  id: 12n,
  petId: PET_EXAMPLE.id,
  type: 'intake',
  reason: 'return',
  date: '2026-11-20',
  note: 'The family moves abroad.',
} as const;

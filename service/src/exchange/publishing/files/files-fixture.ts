import { SiteMapping } from '../mapping/site-mapping.ts';
import type { Site } from '../sites/site.ts';
import type { FactContext } from './facts.ts';
import type { WaitingAnimal } from './waiting-animals.ts';

export const DOGS = 1n;
export const CATS = 2n;

/** What the words of a shelter are at a site, which has set none. */
function mappingFor(site: Site): SiteMapping {
  return new SiteMapping(
    site,
    new Map(),
    new Map([
      [DOGS, 'Dogs'],
      [CATS, 'Gatos'], // cspell:disable-line
    ]),
  );
}

export function contextFor(site: Site): FactContext {
  return {
    mapping: mappingFor(site),
    username: 'XX123',
    today: '2026-11-26',
    publicUrl: 'https://shelter.example',
  };
}

/** A dog of which everything is known. */
export const BELLA: WaitingAnimal = {
  id: 3562n,
  name: 'Bella “Bel” O’Hara',
  categoryId: DOGS,
  status: 'available',
  updatedAt: 1_795_608_000_123n,
  profile: {
    description: 'Loves walks — and "people".\nWeighs < 20 kg.\r\n\r\nTom & Jerry agree…',
    breed: 'Labrador Retriever mix',
    secondBreed: 'Beagle',
    color: 'Black and white',
    coatLength: 'short',
    location: 'Kennel 3',
    sex: 'female',
    size: 'extra_large',
    birthDate: '2024-11-27',
    goodWithChildren: true,
    goodWithDogs: false,
    spayedNeutered: true,
    vaccinated: true,
    houseTrained: false,
    specialNeeds: 'A tablet a day.',
    adoptionFee: { amount: '125.5', currency: 'USD' },
    videoUrl: 'https://www.youtube.com/watch?v=abc',
    tags: ['calm', 'good, really'],
    intakeDate: '2026-10-01',
    microchip: '985112003456789',
  },
  photos: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => letter.repeat(32)),
  companions: [],
};

/** A cat of which nothing is known but what every site needs. */
export const LUNA: WaitingAnimal = {
  id: 7n,
  name: 'Luna',
  categoryId: CATS,
  status: 'available',
  updatedAt: null,
  profile: { sex: 'male', breed: 'domestic shorthair' },
  photos: [],
  companions: [],
};

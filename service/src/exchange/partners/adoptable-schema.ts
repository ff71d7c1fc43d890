import { LICENSES } from '../../platform/core/catalogue/licenses.ts';

// The open schema of docs/adoptable-schema.md: how a catalogue describes itself, and what its list of animals has at least.

export const ADOPTABLE_PATH = '/.well-known/adoptable.json';
export const ADOPTABLE_SCHEMA_PATH = '/adoptable.schema.json';
/** Readers refuse a higher number: it stands for a change that they could misunderstand. */
export const ADOPTABLE_VERSION = 1;

const webAddress = { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2_000 };
const line = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const text = (maxLength: number) => ({ type: 'string', maxLength });

const CATALOGUE = {
  type: 'object',
  required: ['version', 'name', 'url', 'animals'],
  properties: {
    version: { type: 'integer', minimum: 1, description: 'The version of this schema; now 1.' },
    name: { ...line(200), description: 'The name of the shelter.' },
    url: { ...webAddress, description: 'The page with all animals, for people.' },
    animals: {
      ...webAddress,
      description: 'The list of the animals that look for a home, as `$defs/animals` describes it.',
    },
    feed: { ...webAddress, description: 'New animals as an Atom feed.' },
    languages: {
      type: 'array',
      items: { type: 'string', pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' },
      description: 'The languages of the pages (BCP 47).',
    },
    timeZone: { ...line(60), description: 'By its name in the IANA database.' },
    contact: {
      type: 'object',
      properties: {
        url: { ...text(2_000), description: 'An `https:`, `mailto:` or `tel:` address.' },
        telephone: text(40),
        hours: { ...text(300), description: 'When the shelter is open, in lines.' },
      },
    },
    place: {
      type: 'object',
      properties: {
        address: { ...text(300), description: 'In lines, as on an envelope.' },
        latitude: { type: 'number', minimum: -90, maximum: 90, description: 'In degrees, rounded to 0.1.' },
        longitude: { type: 'number', minimum: -180, maximum: 180 },
      },
      dependentRequired: { latitude: ['longitude'], longitude: ['latitude'] },
    },
    license: {
      type: 'object',
      required: ['id'],
      properties: {
        id: {
          ...line(60),
          description: 'A name in the list of SPDX.',
          examples: LICENSES,
        },
        url: { ...webAddress, description: 'Where it can be read.' },
      },
      description: 'Of the texts and photos of the animals. Without it, all rights are reserved.',
    },
  },
} as const;

const ANIMAL = {
  type: 'object',
  required: ['pet', 'url'],
  properties: {
    pet: {
      type: 'object',
      required: ['id', 'name'],
      properties: {
        id: { type: ['integer', 'string'], description: 'Stays the same while the animal is listed.' },
        name: { type: 'string' },
      },
    },
    kind: { type: 'string', description: 'Such as `dog`, `cat`, `rabbit`, `bird`.' },
    profile: {
      type: 'object',
      properties: {
        breed: { type: 'string' },
        sex: { enum: ['female', 'male'] },
        size: { enum: ['small', 'medium', 'large', 'extra_large'] },
        birthDate: { type: 'string', format: 'date' },
        description: { type: 'string' },
      },
    },
    photos: {
      type: 'array',
      items: {
        type: 'object',
        required: ['urls'],
        properties: {
          urls: {
            type: 'object',
            propertyNames: { pattern: '^[0-9]+$' },
            additionalProperties: webAddress,
            description: 'The addresses of the picture as WebP, JPEG or PNG, by its width in pixels.',
          },
          alt: { type: 'string', description: 'What the picture shows, for readers who cannot see it.' },
        },
      },
      description: 'The first one is the cover.',
    },
    url: { ...webAddress, description: 'The page of the animal, for people.' },
  },
} as const;

/** Returns the schema as it is served. Members that are not in it are allowed everywhere. */
export function adoptableSchema(publicUrl: string): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${publicUrl}${ADOPTABLE_SCHEMA_PATH}`,
    title: 'adoptable.json',
    description: 'How a catalogue of animals that look for a home describes itself.',
    ...CATALOGUE,
    $defs: { animals: { type: 'array', items: { $ref: '#/$defs/animal' } }, animal: ANIMAL },
  };
}

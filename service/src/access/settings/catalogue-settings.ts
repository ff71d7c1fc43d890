import { Type } from 'typebox';
import {
  COORDINATES_PATTERN,
  coordinatesText,
  parseCoordinates,
} from '../../platform/core/catalogue/coordinates.ts';
import { LICENSES, type License } from '../../platform/core/catalogue/licenses.ts';

// What other catalogues read about this one, besides its name: where it is, and what they may do with its texts and photos.

/** Returns coordinates as they are stored: without the decimals that could name a house. */
export function coarseText(text: string): string {
  const coordinates = parseCoordinates(text);
  return coordinates === undefined ? text : coordinatesText(coordinates);
}

export const COORDINATES = '41.9,-87.6';
const MAX_COORDINATES = 40;

export const CATALOGUE_MEMBERS = {
  coordinates: Type.Optional(
    Type.String({
      maxLength: MAX_COORDINATES,
      format: 'coordinates',
      pattern: COORDINATES_PATTERN,
      description:
        'Where the shelter is, for lists with `near` and for partners: its latitude and longitude in degrees, rounded to 0.1.',
      examples: [COORDINATES],
    }),
  ),
  license: Type.Optional(
    Type.Unsafe<License>({
      type: 'string',
      enum: [...LICENSES],
      description:
        'What others may do with the texts and photos of the animals, as a name in the list of SPDX. If it is not set, all rights are reserved.',
      examples: ['CC-BY-4.0'],
    }),
  ),
};

import { Type } from 'typebox';
import {
  COORDINATES_PATTERN,
  coordinatesText,
  DEFAULT_WITHIN_KM,
  MAX_WITHIN_KM,
  type Nearness,
  parseCoordinates,
} from '../../platform/core/catalogue/coordinates.ts';
import { fieldError } from '../../platform/core/field-faults.ts';

/** The query parameters of a list of what is near. All animals are where the shelter is, so they select all or none. */
export const nearFilters = {
  near: Type.Optional(
    Type.String({
      maxLength: 40,
      format: 'coordinates',
      pattern: COORDINATES_PATTERN,
      description:
        'Only if the shelter is near this latitude and longitude, which are rounded to 0.1 degree: the list is empty if the shelter is farther away, or if its coordinates are not set.',
      examples: ['41.9,-87.6'],
    }),
  ),
  within: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_WITHIN_KM,
      description: `How far from \`near\` it may be, in kilometres; ${DEFAULT_WITHIN_KM} if it is not given.`,
      examples: [30],
    }),
  ),
};

interface NearParameters {
  readonly near?: string;
  readonly within?: number;
}

/**
 * Returns what the parameters select by; undefined without them.
 *
 * @throws {ApiError} `invalid_parameter` for `within` without `near`.
 */
export function nearnessIn({ near, within }: NearParameters): Nearness | undefined {
  const place = near === undefined ? undefined : parseCoordinates(near);
  if (place !== undefined) return { near: place, within: within ?? DEFAULT_WITHIN_KM };
  if (within !== undefined) throw fieldError('invalid_parameter', 'within', 'must be left out without near');
  return undefined;
}

/** Returns the parameters as a cursor and `Link` contain them: the place is rounded. */
export function nearTexts(nearness: Nearness | undefined) {
  return {
    near: nearness && coordinatesText(nearness.near),
    within: nearness && String(nearness.within),
  };
}

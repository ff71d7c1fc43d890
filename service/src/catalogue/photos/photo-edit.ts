import { Type } from 'typebox';
import { ApiError } from '../../platform/core/errors.ts';
import { type FieldFault, faultOf, fieldsError } from '../../platform/core/field-faults.ts';

/** A part of a picture, in percent of its width and height, from the top left. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How a photo becomes another one: it is rotated first. */
export interface PhotoEdit {
  /** Clockwise, in degrees. */
  readonly rotate?: 90 | 180 | 270 | undefined;
  readonly crop?: Crop | undefined;
}

const MIN_CROP = 10;

function percent(minimum: number, description: string) {
  return Type.Integer({ minimum, maximum: 100, description });
}

export const PhotoEditSchema = Type.Object(
  {
    rotate: Type.Optional(
      Type.Integer({
        minimum: 90,
        maximum: 270,
        multipleOf: 90,
        description: 'Clockwise, in degrees: 90, 180 or 270.',
        examples: [90],
      }),
    ),
    crop: Type.Optional(
      Type.Object(
        {
          x: percent(0, 'The left edge.'),
          y: percent(0, 'The upper edge.'),
          width: percent(MIN_CROP, 'The width of the part.'),
          height: percent(MIN_CROP, 'The height of the part.'),
        },
        {
          additionalProperties: false,
          description:
            'The part to keep, in percent of the width and the height of the rotated picture. `x` and `width`, and `y` and `height`, are at most 100 together.',
        },
      ),
    ),
  },
  {
    $id: 'PhotoEdit',
    additionalProperties: false,
    minProperties: 1,
    description: 'How a photo is edited; at least one member. It is rotated first, and then cropped.',
    examples: [{ rotate: 90, crop: { x: 10, y: 0, width: 80, height: 100 } }],
  },
);

export const NOTHING_TO_EDIT = 'Send at least one of rotate and crop.';

/** @throws {ApiError} `invalid_body` if it changes nothing, or if the crop is larger than the picture. */
export function requireEdit({ rotate, crop }: PhotoEdit): void {
  if (rotate === undefined && crop === undefined) throw new ApiError('invalid_body', NOTHING_TO_EDIT);
  if (crop === undefined) return;
  const faults = [
    ...edgeFaults('width', crop.x + crop.width, 'crop.x'),
    ...edgeFaults('height', crop.y + crop.height, 'crop.y'),
  ];
  if (faults.length > 0) throw fieldsError('invalid_body', faults);
}

function edgeFaults(length: 'width' | 'height', end: number, start: string): FieldFault[] {
  return end <= 100
    ? []
    : [faultOf(`crop.${length}`, `and ${start} must be at most 100 together; got ${end}`)];
}

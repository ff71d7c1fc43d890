import { Type } from 'typebox';
import { ApiError, quote } from '../../platform/core/errors.ts';
import { PHOTO_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { TEXT_PATTERN } from '../../platform/http/requests/text.ts';
import { type FocalPoint, focalPointField } from './focal-point.ts';
import { PhotoEditSchema } from './photo-edit.ts';
import { PHOTO_WIDTHS } from './photo-sizes.ts';

export const MAX_PHOTOS_OF_A_PET = 12;
const MAX_ALT_LENGTH = 300;

export interface Photo {
  /** 128 random bits in hexadecimal: the address of a photo is a capability. */
  readonly id: string;
  /** What the picture shows, for readers who cannot see it. Empty until it is set. */
  readonly alt: string;
  /** Of the upload, after its orientation was applied. */
  readonly width: number;
  readonly height: number;
  /** The average colour, as `#rrggbb`. */
  readonly color: string;
  readonly focalPoint: FocalPoint;
}

const altField = Type.String({
  maxLength: MAX_ALT_LENGTH,
  format: 'plain-text',
  pattern: TEXT_PATTERN,
  description: `What the picture shows, for readers who cannot see it: at most ${MAX_ALT_LENGTH} characters, without U+0000 and lone surrogates. Empty until it is set.`,
  examples: [PHOTO_EXAMPLE.alt],
});

function pixels(side: string) {
  return Type.Integer({
    minimum: 1,
    description: `The ${side} of the upload in pixels, as it is displayed.`,
  });
}

const PhotoSchema = Type.Object(
  {
    id: Type.String({
      pattern: '^[0-9a-f]{32}$',
      description: 'Unique identifier, which cannot be guessed.',
    }),
    alt: altField,
    width: pixels('width'),
    height: pixels('height'),
    color: Type.String({
      pattern: '^#[0-9a-f]{6}$',
      description: 'The average colour, for a placeholder while the picture loads.',
    }),
    focalPoint: Type.Optional(
      focalPointField({
        description:
          'What the picture is framed by where its place has another shape: `object-position` of CSS. The upper third until it is set. Absent in events of older versions.',
      }),
    ),
    urls: Type.Object(
      Object.fromEntries(
        PHOTO_WIDTHS.map((width) => [
          width,
          Type.String({ format: 'uri', description: `A WebP at most ${width} pixels wide.` }),
        ]),
      ),
      { description: 'The addresses of the pictures, by their width. They need no key and never change.' },
    ),
  },
  {
    $id: 'Photo',
    description: 'One picture of an animal, stored in a few sizes. The first one of an animal is its cover.',
    examples: [PHOTO_EXAMPLE],
  },
);

const PhotoChangeSchema = Type.Object(
  {
    alt: Type.Optional(altField),
    position: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_PHOTOS_OF_A_PET - 1,
        description: 'The place among the photos of the animal; 0 is the cover. The others shift.',
        examples: [0],
      }),
    ),
    focalPoint: Type.Optional(
      focalPointField({
        additionalProperties: false,
        description: 'What the picture is framed by where its place has another shape, such as the face.',
      }),
    ),
  },
  {
    $id: 'PhotoChange',
    additionalProperties: false,
    minProperties: 1,
    description: 'The members to change; at least one.',
    examples: [{ alt: PHOTO_EXAMPLE.alt, position: 0 }],
  },
);

export interface PhotoChange {
  readonly alt?: string | undefined;
  readonly position?: number | undefined;
  readonly focalPoint?: FocalPoint | undefined;
}

export const PHOTO_SCHEMAS = [PhotoSchema, PhotoChangeSchema, PhotoEditSchema];

/** Returns a photo as JSON of the API. */
export function photoJson({ id, alt, width, height, color, focalPoint }: Photo, publicUrl: string): string {
  const urls = PHOTO_WIDTHS.map((pixels) => `"${pixels}":"${publicUrl}/photos/${id}/${pixels}.webp"`);
  return `{"id":"${id}","alt":${JSON.stringify(alt)},"width":${width},"height":${height},"color":"${color}","focalPoint":{"x":${focalPoint.x},"y":${focalPoint.y}},"urls":{${urls}}}`;
}

/** @param id the id as the request contains it. */
export function photoNotFound(id: string): ApiError {
  return new ApiError('photo_not_found', `The animal has no photo with the id ${quote(id)}.`);
}

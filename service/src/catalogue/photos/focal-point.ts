import { Type } from 'typebox';
import { DEFAULT_FOCAL_POINT } from '../../platform/database/column-values.ts';
import type { Crop, PhotoEdit } from './photo-edit.ts';

export { DEFAULT_FOCAL_POINT };

/** What a picture is framed by where its place has another shape: in percent of its width and height, from the top left. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

export function isSamePoint(one: FocalPoint, other: FocalPoint): boolean {
  return one.x === other.x && one.y === other.y;
}

export function isDefaultFocalPoint(point: FocalPoint): boolean {
  return isSamePoint(point, DEFAULT_FOCAL_POINT);
}

function percent(of: string, example: number) {
  return Type.Integer({
    minimum: 0,
    maximum: 100,
    description: `In percent of the ${of}.`,
    examples: [example],
  });
}

/** A schema for each use, because openapi.json describes a member of a request otherwise than that of a response. */
export function focalPointField(options: { additionalProperties?: false; description: string }) {
  return Type.Object(
    { x: percent('width, from the left', 50), y: percent('height, from the top', 20) },
    { ...options, examples: [DEFAULT_FOCAL_POINT] },
  );
}

/** Returns where a focal point is after an edit. The default stays the default: the upper third of the new picture. */
export function focalPointAfter(point: FocalPoint, { rotate, crop }: PhotoEdit): FocalPoint {
  if (isDefaultFocalPoint(point)) return point;
  const rotated = rotate === undefined ? point : ROTATED[rotate](point);
  return crop === undefined ? rotated : insideOf(crop, rotated);
}

const ROTATED: Readonly<Record<90 | 180 | 270, (point: FocalPoint) => FocalPoint>> = {
  90: ({ x, y }) => ({ x: 100 - y, y: x }),
  180: ({ x, y }) => ({ x: 100 - x, y: 100 - y }),
  270: ({ x, y }) => ({ x: y, y: 100 - x }),
};

/** A point outside of the crop moves to its edge. */
function insideOf({ x, y, width, height }: Crop, point: FocalPoint): FocalPoint {
  const within = (value: number, start: number, length: number) =>
    Math.round(Math.min(100, Math.max(0, ((value - start) / length) * 100)));
  return { x: within(point.x, x, width), y: within(point.y, y, height) };
}

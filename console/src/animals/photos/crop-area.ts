/** A part of a picture, in percent of its width and height, from the top left. */
export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What of an area is moved: one of its corners, or all of it. */
export type CropHandle = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight' | 'all';

export const WHOLE_PICTURE: CropArea = { x: 0, y: 0, width: 100, height: 100 };
/** The least that the service accepts. */
const MIN_SIDE = 10;

export function isWholePicture({ width, height }: CropArea): boolean {
  return width === 100 && height === 100;
}

/** Moves a corner, or all of an area. It stays inside of the picture, and keeps its least size. */
export function movedArea(area: CropArea, handle: CropHandle, byX: number, byY: number): CropArea {
  const { x, y, width, height } = area;
  if (handle === 'all') {
    return { ...area, x: between(0, x + byX, 100 - width), y: between(0, y + byY, 100 - height) };
  }
  const isLeft = handle === 'topLeft' || handle === 'bottomLeft';
  const isTop = handle === 'topLeft' || handle === 'topRight';
  const left = isLeft ? between(0, x + byX, x + width - MIN_SIDE) : x;
  const right = isLeft ? x + width : between(x + MIN_SIDE, x + width + byX, 100);
  const top = isTop ? between(0, y + byY, y + height - MIN_SIDE) : y;
  const bottom = isTop ? y + height : between(y + MIN_SIDE, y + height + byY, 100);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the same part of the picture after it was rotated by 90 degrees, clockwise. */
export function rotatedArea({ x, y, width, height }: CropArea): CropArea {
  return { x: 100 - y - height, y: x, width: height, height: width };
}

function between(minimum: number, value: number, maximum: number): number {
  return Math.min(maximum, Math.max(minimum, Math.round(value)));
}

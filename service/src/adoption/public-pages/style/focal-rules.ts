import type { FocalPoint } from '../../../catalogue/photos/focal-point.ts';

/** In percent. A card shows no finer steps: of the 90 pixels that the width of 320 has too much, 5 % are 5 pixels. */
const STEP = 5;
const STEPS = Array.from({ length: 100 / STEP + 1 }, (_, index) => index * STEP);

/** Rules for `focalClasses`. */
export const FOCAL_RULES = STEPS.map((at) => `.x${at}{--x:${at}%}.y${at}{--y:${at}%}\n`).join('');

/** Returns the classes of a picture that is framed by a point. */
export function focalClasses({ x, y }: FocalPoint): string {
  return `x${nearest(x)} y${nearest(y)}`;
}

function nearest(percent: number): number {
  return Math.round(percent / STEP) * STEP;
}

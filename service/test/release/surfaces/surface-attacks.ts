import type { SurfaceAttack } from './surface-attack.ts';

/** The attacks of `surfaces.release.test.ts`, by what they are called in `docs/threat-model.md`. */
export const SURFACE_ATTACKS: Readonly<Record<string, SurfaceAttack>> = {};

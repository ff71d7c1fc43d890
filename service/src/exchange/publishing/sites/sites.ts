import { ADOPT_A_PET } from './adopt-a-pet.ts';
import { PETFINDER } from './petfinder.ts';
import { RESCUE_GROUPS } from './rescue-groups.ts';
import type { Site } from './site.ts';

/** In the order in which they are shown. */
export const SITES: readonly Site[] = [PETFINDER, ADOPT_A_PET, RESCUE_GROUPS];

/** Returns undefined for an id of no site. */
export function findSite(id: string): Site | undefined {
  return SITES.find((site) => site.id === id);
}

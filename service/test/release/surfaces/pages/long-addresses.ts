import type { Database } from '../../../../src/database/database.ts';
import type { SurfaceAttack } from '../surface-attack.ts';
import { readWithoutKey } from './public-reader.ts';

/**
 * Reads the sitemap and the pages of animals whose names make the longest addresses: each character of a name normalises to
 * 18 letters of nine bytes. The service needs `PUBLIC_PAGES=true`.
 */

const ANIMALS = 5_000;
const ROWS = 250;
const NAME = '\ufdfa'.repeat(1_000);
const CONNECTIONS = 16;
/** The files of the sitemap are unknown paths in older versions. */
const PATHS = ['/sitemap.xml', '/sitemap-1.xml', '/adopt', '/adopt?categoryId=1', '/adopt/17', '/adopt.json'];

export const attack: SurfaceAttack = {
  plan: 'free',
  role: 'member',
  async seed({ write }: Database, ownerId: bigint) {
    const animal = { name: NAME, category_id: 1n, status: 'available', owner_id: ownerId } as const;
    const rows = Array.from({ length: ROWS }, () => animal);
    for (let added = 0; added < ANIMALS; added += ROWS)
      await write((queries) => queries.insertInto('pets').values(rows).execute());
  },
  run: (target, isOver) => readWithoutKey(target, isOver, CONNECTIONS, (n) => PATHS[n % PATHS.length] ?? '/'),
};

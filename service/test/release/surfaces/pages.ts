import { changeProfile } from '../../../src/catalogue/listings/listing-changes.ts';
import { insertProfiles } from '../../../src/catalogue/listings/profile-queries.ts';
import { createPet } from '../../../src/catalogue/pets/pet-changes.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { AttackClient, addAnimal } from './attack-tools.ts';
import type { SurfaceAttack } from './surface-attack.ts';

/** Floods of public pages, without a key. The service needs `PUBLIC_PAGES=true`. */

/** Each letter is normalised to 18 letters, of nine bytes each in an address. */
const LONG_LETTER = '\ufdfa';

/**
 * Requests the path of each number in turn. With `TRUST_PROXY=127.0.0.1` each request has a client address of its own.
 */
function readers(connections: number, pathOf: (index: number) => string): SurfaceAttack['run'] {
  return (target, isOver) =>
    new AttackClient(target).repeat(connections, isOver, (index) => ({
      path: pathOf(index),
      key: undefined,
      headers: { 'x-forwarded-for': `198.51.${(index >> 8) % 256}.${index % 256}` },
    }));
}

/** The files of the sitemap are unknown paths in older versions. */
const LONG_PATHS = [
  '/sitemap.xml',
  '/sitemap-1.xml',
  '/adopt',
  '/adopt?categoryId=1',
  '/adopt/17',
  '/adopt.json',
];

/** The sitemap and the pages of animals whose names make the longest addresses. */
export const longAddresses: SurfaceAttack = {
  plan: 'free',
  role: 'member',
  async seed({ write }: Database, ownerId: bigint) {
    const name = LONG_LETTER.repeat(1_000);
    const animal = { name, category_id: 1n, status: 'available', owner_id: ownerId } as const;
    const rows = Array.from({ length: 250 }, () => animal);
    for (let added = 0; added < 5_000; added += rows.length)
      await write((queries) => queries.insertInto('pets').values(rows).execute());
  },
  run: readers(16, (n) => LONG_PATHS[n % LONG_PATHS.length] ?? '/'),
};

const LARGE_PATHS = ['/adopt.json?limit=100', '/adopt/feed.xml?age=', '/adopt.json?limit=99', '/adopt?sex='];
/** Six bytes of JSON each. */
const text = (length: number) => `x${'\u0001'.repeat(length - 1)}`;

/** Lists of animals with the longest texts, and another unknown parameter each time, so that a cache by address never has the page. */
export const largePages: SurfaceAttack = {
  plan: 'free',
  role: 'member',
  dependsOnEngine: true,
  async seed({ write }: Database, ownerId: bigint) {
    const animal = { name: text(1_000), category_id: 1n, status: 'available', owner_id: ownerId } as const;
    const short = { breed: text(200), color: text(200), location: text(200) };
    const profile = { ...short, description: text(10_000), specialNeeds: text(1_000) };
    const rows = Array.from({ length: 200 }, () => animal);
    await write(async (queries) => {
      const added = await queries.insertInto('pets').values(rows).returning('id').execute();
      for (const { id } of added) await insertProfiles(queries, [{ petId: id, profile }]);
    });
  },
  run: readers(32, (n) => `${LARGE_PATHS[n % LARGE_PATHS.length]}&utm_source=${n}`),
};

const LONG_FORM = `answers.reason=${'<'.repeat(250_000)}`;

/** Forms of visitors with texts longer than any field, which are shown again. */
export const longForms: SurfaceAttack = {
  plan: 'free',
  role: 'member',
  async run(target, isOver) {
    const path = `/adopt/${await addAnimal(target, { status: 'available' })}/apply`;
    return new AttackClient(target).repeat(16, isOver, (index) => ({
      path,
      method: 'POST',
      key: undefined,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `198.51.${(index >> 8) % 256}.${index % 256}`,
      },
      body: LONG_FORM,
    }));
  },
};

/** The words that the long letter becomes. */
const WORDS = [
  '\u0635\u0644\u0649',
  '\u0627\u0644\u0644\u0647',
  '\u0639\u0644\u064a\u0647',
  '\u0648\u0633\u0644\u0645',
];

/** Searches for animals whose descriptions become 18 times as long when they are folded. */
export const foldedDescriptions: SurfaceAttack = {
  plan: 'free',
  role: 'member',
  dependsOnEngine: true,
  async seed({ write }: Database, ownerId: bigint) {
    const change = { actor: null, at: Date.now() };
    const animal = { name: 'Rex', categoryId: 1n, status: 'available' } as const;
    const fields = { description: LONG_LETTER.repeat(10_000) };
    for (let added = 0; added < 100; added += 1) {
      await write(async (db) => {
        const { id } = await createPet(db, animal, ownerId, change);
        await changeProfile(db, { petId: id, profile: {} }, fields, change, 'https://petstore.example');
      });
    }
  },
  run: readers(4, () => `/adopt?q=${encodeURIComponent(anotherSearch())}`),
};

/** Returns beginnings of some of the words in any order, so that few searches have a cached page. */
function anotherSearch(): string {
  const words = WORDS.flatMap((word) => [word, word.slice(0, 2), word.slice(0, 3)]);
  const shuffled = words.map((word) => [Math.random(), word] as const).sort(([one], [other]) => one - other);
  return shuffled
    .slice(0, 2 + Math.floor(Math.random() * (words.length - 1)))
    .map(([, word]) => word)
    .join(' ');
}

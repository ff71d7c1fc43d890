import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOGS } from '@petstore/testing/fixtures/site-files.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { systemClock } from '../../../platform/core/clock.ts';
import { SiteMapping } from '../mapping/site-mapping.ts';
import { PETFINDER } from '../sites/petfinder.ts';
import { listWords } from './shelter-words.ts';

/** Each has a breed of its own: more than are listed. */
const ANIMALS = 2_400;
const LISTED = 2_000;
const SLOW_MS = 10;

/** Compares its first words as slowly as a site with very many words. */
class SlowMapping extends SiteMapping {
  guesses = 0;
  turns = 0;

  override guessOf() {
    this.guesses += 1;
    if (this.guesses > 5) return undefined;
    setImmediate(() => {
      this.turns += 1;
    });
    const end = systemClock.monotonic() + SLOW_MS;
    while (systemClock.monotonic() < end);
    return `guess of turn ${this.turns}`;
  }
}

test('the words of an animal each are compared with those of a site in turns, and only those that are listed', async (t) => {
  const database = await temporaryDatabase(t);
  await database.write(async (db) => {
    const terms = { plan: 'free', role: 'manager', created_at: 0n } as const;
    await db
      .insertInto('accounts')
      .values({ name: 'shelter', ...terms })
      .execute();
    const pets = Array.from({ length: ANIMALS }, (_, n) => ({
      ...{ name: `Dog ${n}`, category_id: DOGS, owner_id: 1n },
      status: 'available' as const,
    }));
    await db.insertInto('pets').values(pets).execute();
    const profiles = pets.map((_, n) => ({
      pet_id: BigInt(n + 1),
      profile: JSON.stringify({ breed: `Breed ${String(n).padStart(4, '0')}` }),
    }));
    await db.insertInto('profiles').values(profiles).execute();
  });
  const mapping = new SlowMapping(PETFINDER, new Map(), new Map([[DOGS, 'Dogs']]));
  const words = await listWords(database.read, 1n, mapping);
  assert.equal(words.length, LISTED);
  assert.equal(mapping.guesses, LISTED);
  assert.deepEqual(
    words.slice(0, 2).map(({ word, guess }) => [word, guess]),
    [
      ['Breed 0000', 'guess of turn 0'],
      ['Breed 0001', 'guess of turn 1'],
    ],
  );
});

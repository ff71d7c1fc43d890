import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../database.ts';
import { microchipOf } from '../../pet-columns/microchip-column.ts';
import type { Tables } from '../../tables.ts';

/** Finds the animal of a microchip, whose number is in the JSON of the profile (docs/adr/0098). */
export async function microchips(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const number = microchipOf(engine.name);
  await sql`create index profiles_by_microchip on profiles ((${number})) where ${number} is not null`.execute(
    db,
  );
}

import type { Selectable } from 'kysely';
import { PreparedQuery } from '../../database/prepared-query.ts';
import type { Tables } from '../../database/tables.ts';
import { type PetPage, petRange } from '../../pets/pet-list-query.ts';

const COLUMNS = ['id', 'name', 'updated_at'] as const;

export type AvailableAnimal = Pick<Selectable<Tables['pets']>, (typeof COLUMNS)[number]>;

const query = new PreparedQuery((db, page: PetPage) => petRange(db, page).select(COLUMNS), ['order']);

/** Reads what the address of an animal needs, without its profile and its photos. */
export const availableAnimals = query.all.bind(query);

import type { Database } from '../database/database.ts';
import { buildPage, type PageQuery, type PageRequest, pageRequest } from '../http/responses/pagination.ts';
import type { ReadyPage } from '../http/responses/ready-page.ts';
import { PageCache } from './page-cache.ts';
import { type Pet, type PetStatus, type PetValues, petJson, petValuesJson } from './pet.ts';
import type { PetPage } from './pet-list-query.ts';
import { listPets, listPetsSync } from './pet-store.ts';

export const PETS_PATH = '/v1/pets';

/** What the list of pets may be asked. */
export interface PetListQuery extends PageQuery {
  status?: PetStatus;
  categoryId?: bigint;
}

/** Which pets a page holds, and which page of them it is. */
export interface PetPageRequest {
  readonly page: PageRequest;
  readonly pets: PetPage;
}

/** @throws {ApiError} `invalid_parameter` for a cursor that is damaged or belongs to other filters. */
export function petPageRequest(query: PetListQuery): PetPageRequest {
  const { status, categoryId } = query;
  const page = pageRequest(PETS_PATH, query, { status, categoryId });
  const { order, after, limit } = page;
  return { page, pets: { status, categoryId, order, after, limit: limit + 1 } };
}

/** Pages as they are now, without waiting. */
interface SyncPages {
  find(asked: PetPageRequest): ReadyPage;
  /** A page that need not be made. */
  findReady(asked: PetPageRequest): ReadyPage | undefined;
  /** A page that was just found not to be ready. */
  make(asked: PetPageRequest): ReadyPage;
}

/** The pages of the list of pets, made once for all who ask, where the store is in this process. */
export class PetPages {
  /** Undefined where the store is elsewhere. */
  readonly sync: SyncPages | undefined;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    const { read, readSync } = database;
    if (readSync === undefined) return;
    const cache = new PageCache(readSync.version);
    const make = ({ page, pets }: PetPageRequest) =>
      buildPage(page, listPetsSync(read, readSync, pets), ROWS);
    this.sync = {
      find: (asked) => cache.find(nameOf(asked.page), () => make(asked)),
      findReady: ({ page }) => cache.findReady(nameOf(page)),
      make: (asked) => cache.add(nameOf(asked.page), make(asked)),
    };
  }

  async find(asked: PetPageRequest): Promise<ReadyPage> {
    if (this.sync !== undefined) return this.sync.find(asked);
    return buildPage(asked.page, await listPets(this.#database.read, asked.pets), PETS);
  }
}

function nameOf({ list, limit, after }: PageRequest): string {
  return `${list} ${limit} ${after ?? ''}`;
}

const PETS = {
  idOf: ({ id }: Pet) => id,
  encode: (pets: readonly Pet[]) => `[${pets.map(petJson).join(',')}]`,
};

const ROWS = {
  idOf: ([id]: PetValues) => id,
  encode: (rows: readonly PetValues[]) => `[${rows.map(petValuesJson).join(',')}]`,
};

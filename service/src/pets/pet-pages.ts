import type { Database } from '../database/database.ts';
import { buildPage, type PageQuery, type PageRequest, pageRequest } from '../http/responses/pagination.ts';
import type { ReadyPage } from '../http/responses/ready-page.ts';
import { PageCache } from './page-cache.ts';
import { type Pet, type PetStatus, type PetValues, petJson, petValuesJson } from './pet.ts';
import type { PetPage } from './pet-list-query.ts';
import { listPets, listPetsSync } from './pet-store.ts';

export const PETS_PATH = '/v1/pets';

/** The query parameters of the list of pets. */
export interface PetListQuery extends PageQuery {
  status?: PetStatus;
  categoryId?: bigint;
}

/** A page of the list: its place in the list, and the query for its pets. */
export interface PetPageRequest {
  readonly page: PageRequest;
  readonly pets: PetPage;
}

/** @throws {ApiError} `invalid_parameter` for a cursor that is damaged or belongs to other filters. */
export function petPageRequest(query: PetListQuery): PetPageRequest {
  const { status, categoryId } = query;
  const page = pageRequest(PETS_PATH, query, { status, categoryId });
  const { order, after, rowLimit } = page;
  return { page, pets: { status, categoryId, order, after, limit: rowLimit } };
}

/** Builds and caches pages synchronously. */
interface SyncPages {
  find(request: PetPageRequest): ReadyPage;
  /** Returns the page if it is cached. */
  findReady(request: PetPageRequest): ReadyPage | undefined;
  /** Builds a page that `findReady` did not find. */
  make(request: PetPageRequest): ReadyPage;
}

/** The pages of the list of pets, which are cached if the store is in this process. */
export class PetPages {
  /** Undefined if the store is a server. */
  readonly sync: SyncPages | undefined;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    const { read, readSync } = database;
    if (readSync === undefined) return;
    const cache = new PageCache(readSync.version);
    const build = ({ page, pets }: PetPageRequest) =>
      buildPage(page, listPetsSync(read, readSync, pets), ROWS);
    this.sync = {
      find: (request) => cache.find(keyOf(request.page), () => build(request)),
      findReady: ({ page }) => cache.findReady(keyOf(page)),
      make: (request) => cache.add(keyOf(request.page), build(request)),
    };
  }

  async find(request: PetPageRequest): Promise<ReadyPage> {
    if (this.sync !== undefined) return this.sync.find(request);
    return buildPage(request.page, await listPets(this.#database.read, request.pets), PETS);
  }
}

function keyOf({ list, limit, after }: PageRequest): string {
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

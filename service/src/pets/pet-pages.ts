import type { Database } from '../database/database.ts';
import { type PageQuery, type PageRequest, pageRequest, type ReadyPage, readyPage } from '../http/page.ts';
import { PageCache } from './page-cache.ts';
import { type Pet, type PetStatus, petJson } from './pet.ts';
import type { PetPage } from './pet-list-query.ts';
import { listPets, listPetsAtOnce } from './pet-store.ts';

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

/** The pages of the list of pets, made once for all who ask, where the store is in this process. */
export class PetPages {
  /** The page as it is now, without waiting; undefined where the store is elsewhere. */
  readonly findAtOnce: ((asked: PetPageRequest) => ReadyPage) | undefined;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    const { read, readAtOnce } = database;
    if (readAtOnce === undefined) return;
    const cache = new PageCache(readAtOnce.version);
    this.findAtOnce = ({ page, pets }) =>
      cache.find(nameOf(page), () => encode(page, listPetsAtOnce(read, readAtOnce, pets)));
  }

  async find(asked: PetPageRequest): Promise<ReadyPage> {
    if (this.findAtOnce !== undefined) return this.findAtOnce(asked);
    return encode(asked.page, await listPets(this.#database.read, asked.pets));
  }
}

function nameOf({ list, limit, after }: PageRequest): string {
  return `${list} ${limit} ${after ?? ''}`;
}

function encode(page: PageRequest, found: readonly Pet[]): ReadyPage {
  return readyPage(page, found, (pets) => `[${pets.map(petJson).join(',')}]`);
}

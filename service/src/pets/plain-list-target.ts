import { int64FromDigits } from '../core/int64.ts';
import { MAX_PAGE_SIZE } from '../http/responses/pagination.ts';
import { isPetStatus } from './pet.ts';
import { PETS_PATH, type PetListQuery } from './pet-pages.ts';

/** Parses a plain value of each parameter into the query. Returns false for any other value, valid or not. */
const PARAMETERS: Readonly<Record<string, (query: PetListQuery, value: string) => boolean>> = {
  limit: (query, value) => {
    query.limit = Number(value);
    return /^[1-9]\d{0,2}$/.test(value) && query.limit <= MAX_PAGE_SIZE;
  },
  sort: (query, value) => {
    if (value !== 'id' && value !== '-id') return false;
    query.sort = value;
    return true;
  },
  cursor: (query, value) => {
    query.cursor = value;
    return /^[\w-]{1,64}$/.test(value);
  },
  status: (query, value) => {
    if (!isPetStatus(value)) return false;
    query.status = value;
    return true;
  },
  categoryId: (query, value) => {
    const id = int64FromDigits(value);
    if (id === undefined) return false;
    query.categoryId = id;
    return true;
  },
};

/**
 * Parses the target of a plain request for the list of pets: only known parameters, each at most once, without escapes.
 * Returns undefined for every other target, valid or not: the operation itself handles it.
 */
export function plainListQuery(target: string): PetListQuery | undefined {
  if (!target.startsWith(PETS_PATH)) return undefined;
  const query: PetListQuery = {};
  if (target.length === PETS_PATH.length) return query;
  if (target[PETS_PATH.length] !== '?') return undefined;
  for (const pair of target.slice(PETS_PATH.length + 1).split('&')) {
    const [name = '', value, rest] = pair.split('=');
    if (value === undefined || rest !== undefined || !Object.hasOwn(PARAMETERS, name)) return undefined;
    if (Object.hasOwn(query, name) || !PARAMETERS[name]?.(query, value)) return undefined;
  }
  return query;
}

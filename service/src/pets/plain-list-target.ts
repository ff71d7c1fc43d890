import { int64FromDigits } from '../core/int64.ts';
import { isPetStatus } from './pet.ts';
import { PETS_PATH, type PetListQuery } from './pet-pages.ts';

/** How each parameter is read where its value is plain; undefined for a value that needs a closer look. */
const PARAMETERS: Readonly<Record<string, (query: PetListQuery, value: string) => boolean>> = {
  limit: (query, value) => {
    query.limit = Number(value);
    return /^(?:[1-9]\d?|100)$/.test(value);
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
 * What a request target asks of the list of pets, if it is in plain sight: known parameters, each once, nothing
 * escaped. Undefined for every other target, right or wrong: the operation itself decides what to make of it.
 */
export function plainListQuery(target: string): PetListQuery | undefined {
  if (!target.startsWith(PETS_PATH)) return undefined;
  const query: PetListQuery = {};
  if (target.length === PETS_PATH.length) return query;
  if (target[PETS_PATH.length] !== '?') return undefined;
  for (const pair of target.slice(PETS_PATH.length + 1).split('&')) {
    const [name = '', value, more] = pair.split('=');
    if (value === undefined || more !== undefined || !Object.hasOwn(PARAMETERS, name)) return undefined;
    if (Object.hasOwn(query, name) || !PARAMETERS[name]?.(query, value)) return undefined;
  }
  return query;
}

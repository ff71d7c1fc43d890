import { numberIn } from '../queries/number-in.ts';
import type { Route } from '../route.ts';
import { isLongEnough } from './is-long-enough.ts';

/** Returns where a search leads: to the animal with a number, or to a list; undefined if the words are too short. */
export function searchTarget(text: string, route: Route): Route | undefined {
  const words = text.trim();
  const id = numberIn(words);
  if (id !== undefined) return { page: 'animal', id };
  return isLongEnough(words) ? listWith(words, route) : undefined;
}

/** Returns the list that is shown while the user types: that of the words or the number; all animals while they are too short. */
export function listWhileTyping(text: string, route: Route): Route & { page: 'animals' } {
  const words = text.trim();
  const isSearch = numberIn(words) !== undefined || isLongEnough(words);
  return listWith(isSearch ? words : undefined, route);
}

/** Returns the list of animals with a search. The filters of the list that is shown stay. */
function listWith(q: string | undefined, route: Route): Route & { page: 'animals' } {
  return route.page === 'animals' ? { ...route, q } : { page: 'animals', q };
}

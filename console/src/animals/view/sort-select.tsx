import { useId } from 'react';
import { ANIMAL_SORTS, type AnimalsRoute, hrefOf } from '../../route.ts';
import { TEXTS } from './sort-texts.ts';

/** Chooses the order of the list, in both views. A search has only one. */
export function SortSelect(route: AnimalsRoute) {
  const id = useId();
  const choose = (chosen: string) => {
    const sort = ANIMAL_SORTS.find((one) => one === chosen);
    location.hash = hrefOf({ ...route, sort });
  };
  if (route.q !== undefined) return null;
  return (
    <p className="sort-select">
      <label htmlFor={id}>{TEXTS.sort}</label>
      <select id={id} value={route.sort ?? '-id'} onChange={(event) => choose(event.target.value)}>
        {(['-id', ...ANIMAL_SORTS] as const).map((sort) => (
          <option key={sort} value={sort}>
            {TEXTS.sorts[sort]}
          </option>
        ))}
      </select>
    </p>
  );
}

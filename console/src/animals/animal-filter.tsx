import { useId } from 'react';
import { hrefOf, PET_STATUSES } from '../route.ts';
import { statusName } from '../ui/status.tsx';
import type { AnimalFilters } from './animal-queries.ts';
import { useCategories } from './category-name.tsx';

/** Narrows the list; what is chosen is in the address. */
export function AnimalFilter({ status, categoryId }: AnimalFilters) {
  const id = useId();
  const categories = useCategories() ?? [];
  const isListed = categoryId === undefined || categories.some((category) => category.id === categoryId);
  const choose = (chosen: string) => {
    location.hash = hrefOf({
      page: 'animals',
      status,
      categoryId: chosen === '' ? undefined : BigInt(chosen),
    });
  };
  return (
    <div className="filters">
      <nav aria-label="Status">
        <ul>
          {[undefined, ...PET_STATUSES].map((choice) => (
            <li key={choice ?? 'all'}>
              <a
                href={hrefOf({ page: 'animals', status: choice, categoryId })}
                aria-current={choice === status ? 'true' : undefined}
              >
                {choice === undefined ? 'All' : statusName(choice)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="category-filter">
        <label htmlFor={id}>Category</label>
        <select id={id} value={String(categoryId ?? '')} onChange={(event) => choose(event.target.value)}>
          <option value="">All</option>
          {!isListed && <option value={String(categoryId)}>Category {String(categoryId)}</option>}
          {categories.map((category) => (
            <option key={String(category.id)} value={String(category.id)}>
              {category.name ?? `Category ${category.id}`}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

import { useId } from 'react';
import { hrefOf, PET_STATUSES } from '../route.ts';
import { StatusFilter } from '../ui/status-filter.tsx';
import type { AnimalFilters } from './animal-queries.ts';
import { CategoryName, CategoryOptions, useCategories } from './category-name.tsx';

/** Narrows the list of animals; what is chosen is in the address. */
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
      <StatusFilter
        statuses={PET_STATUSES}
        current={status}
        hrefOf={(choice) => hrefOf({ page: 'animals', status: choice, categoryId })}
      />
      <div className="category-filter">
        <label htmlFor={id}>Category</label>
        <select id={id} value={String(categoryId ?? '')} onChange={(event) => choose(event.target.value)}>
          <option value="">All</option>
          {!isListed && (
            <option value={String(categoryId)}>
              <CategoryName id={categoryId} />
            </option>
          )}
          <CategoryOptions categories={categories} />
        </select>
      </div>
    </div>
  );
}

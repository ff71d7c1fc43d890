import { useId } from 'react';
import type { AnimalFilters } from '../queries/animal-queries.ts';
import { hrefOf, PET_STATUSES } from '../route.ts';
import { StatusFilter } from '../ui/status-filter.tsx';
import { TEXTS } from './animals-texts.ts';
import { CategoryName, CategoryOptions, useCategories } from './category-name.tsx';

/** Filters the list of animals. The address contains the filters. */
export function AnimalFilter({ status, categoryId, q }: AnimalFilters) {
  const id = useId();
  const categories = useCategories() ?? [];
  const isListed = categoryId === undefined || categories.some((category) => category.id === categoryId);
  const choose = (chosen: string) => {
    location.hash = hrefOf({
      page: 'animals',
      status,
      categoryId: chosen === '' ? undefined : BigInt(chosen),
      q,
    });
  };
  return (
    <div className="filters">
      <StatusFilter
        statuses={PET_STATUSES}
        current={status}
        hrefOf={(choice) => hrefOf({ page: 'animals', status: choice, categoryId, q })}
      />
      <div className="category-filter">
        <label htmlFor={id}>{TEXTS.category}</label>
        <select id={id} value={String(categoryId ?? '')} onChange={(event) => choose(event.target.value)}>
          <option value="">{TEXTS.all}</option>
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

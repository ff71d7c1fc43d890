import type { PetStatus } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import type { AnimalFilters } from '../../queries/animal-queries.ts';
import { availableTotal, summaryOf } from '../../queries/summary-query.ts';
import { type AnimalListPage, hrefOf, PET_STATUSES } from '../../route.ts';
import { useMayWrite, useSession } from '../../session/use-session.ts';
import { countText } from '../../ui/local-text.ts';
import { StatusFilter } from '../../ui/status-filter.tsx';
import { ViewSwitch } from '../view/view-switch.tsx';
import { CategoryFilter } from './category-filter.tsx';
import './filters.css';

interface AnimalFilterProps extends AnimalFilters {
  /** The page whose list is filtered. */
  page?: AnimalListPage;
}

/** Filters the list of animals. The address contains the filters. */
export function AnimalFilter({ page = 'animals', ...filters }: AnimalFilterProps) {
  const { status, categoryId, q } = filters;
  const counts = useCounts();
  const isWholeCatalogue = categoryId === undefined && q === undefined;
  return (
    <div className="animal-filters">
      <StatusFilter
        statuses={PET_STATUSES}
        current={status}
        countOf={(choice) => (isWholeCatalogue ? counts.get(choice) : undefined)}
        hrefOf={(choice) => hrefOf({ ...filters, page, status: choice })}
      />
      <CategoryFilter {...filters} page={page} />
      {page === 'animals' && <ViewSwitch />}
    </div>
  );
}

/** Returns the number of animals by status. The map is empty for readers, who may not see the numbers. */
function useCounts(): ReadonlyMap<PetStatus, string> {
  const { petstore } = useSession();
  const { data } = useQuery({ ...summaryOf(petstore), enabled: useMayWrite() });
  const counts = new Map(data?.counts.map(({ status, ...count }) => [status, count]));
  const { data: total } = useQuery({
    ...availableTotal(petstore),
    enabled: counts.get('available')?.more === true,
  });
  if (total) counts.set('available', { count: total, more: false });
  return new Map([...counts].map(([status, count]) => [status, countText(count)]));
}

import type { PetStatus } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { availableTotal, summaryOf } from '../../queries/summary-query.ts';
import { type AnimalListRoute, hrefOf, PET_STATUSES } from '../../route.ts';
import { useMayWrite, useSession } from '../../session/use-session.ts';
import { countText } from '../../ui/local-text.ts';
import { StatusFilter } from '../../ui/status-filter.tsx';
import { ViewSwitch } from '../view/view-switch.tsx';
import { CategoryFilter } from './category-filter.tsx';
import './filters.css';

/** Filters the list of animals. The address contains the filters. */
export function AnimalFilter(route: AnimalListRoute) {
  const { status, categoryId, q, photos, tag } = route;
  const counts = useCounts();
  const isWholeCatalogue = [categoryId, q, photos, tag].every((filter) => filter === undefined);
  return (
    <div className="animal-filters">
      <StatusFilter
        statuses={PET_STATUSES}
        current={status}
        countOf={(choice) => (isWholeCatalogue ? counts.get(choice) : undefined)}
        hrefOf={(choice) => hrefOf({ ...route, status: choice })}
      />
      <CategoryFilter {...route} />
      {route.page === 'animals' && <ViewSwitch {...route} />}
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

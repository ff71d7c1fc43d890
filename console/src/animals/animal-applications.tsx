import type { ApplicationSummary, Pet } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { applicationsOf } from '../applications/application-queries.ts';
import { hrefOf } from '../route.ts';
import { useMayManage, useSession } from '../session/use-session.ts';
import { countText } from '../ui/local-text.ts';
import { TEXTS } from './hold-texts.ts';

/** How many applied for an animal, with the way to all of them side by side. */
export function AnimalApplications({ pet: { id }, isRemoved }: { pet: Pet; isRemoved: boolean }) {
  const { petstore } = useSession();
  const mayManage = useMayManage();
  const { data } = useQuery({ ...applicationsOf(petstore, id), enabled: mayManage && !isRemoved });
  return (
    <p className="animal-applications">
      {data !== undefined && data.items.length > 0 && (
        <a href={hrefOf({ page: 'applications', pet: id })}>{countsText(data)}</a>
      )}
    </p>
  );
}

function countsText({ items, more }: { items: readonly ApplicationSummary[]; more: boolean }): string {
  const open = items.filter(({ endedAt }) => endedAt === undefined).length;
  return TEXTS.applications(
    countText({ count: items.length, more }),
    items.length === 1,
    countText({ count: open, more: more && open > 0 }),
  );
}

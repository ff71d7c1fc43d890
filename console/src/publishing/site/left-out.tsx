import type { PublishedAnimal, PublishingSite } from '@petstore/client';
import { itemsOf } from '../../queries/list-pages.ts';
import { hrefOf } from '../../route.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import type { useLeftOut } from '../publishing-queries.ts';
import { TEXTS } from './site-texts.ts';

type Reason = PublishedAnimal['reasons'][number];

interface LeftOutProps {
  id: PublishingSite['id'];
  count: number;
  list: ReturnType<typeof useLeftOut>;
}

/** The animals that a site does not get, each with why, and the way to what is missing. */
export function LeftOut({ id, count, list }: LeftOutProps) {
  const animals = list.data === undefined ? [] : itemsOf<PublishedAnimal>(list.data);
  return (
    <>
      <h3>{TEXTS.leftOut(count)}</h3>
      {list.error !== null && animals.length === 0 && <ErrorNote error={list.error} onRetry={list.refetch} />}
      <ul className="left-out">
        {animals.map(({ petId, name, reasons }) => (
          <li key={String(petId)}>
            <a href={hrefOf({ page: 'animal', id: petId })}>{name}</a>
            {reasons.map((reason) => (
              <ReasonLink key={`${reason.code} ${reason.field}`} petId={petId} site={id} reason={reason} />
            ))}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <button type="button" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {TEXTS.more}
        </button>
      )}
    </>
  );
}

interface ReasonLinkProps {
  petId: bigint;
  site: PublishingSite['id'];
  reason: Reason;
}

/** Leads to the field that is missing, or to the words of the site. */
function ReasonLink({ petId, site, reason: { code, field } }: ReasonLinkProps) {
  if (code === 'on_hold') return <span>{TEXTS.onHold}</span>;
  if (code === 'unmapped')
    return <a href={hrefOf({ page: 'site-words', site })}>{TEXTS.isUnmapped(TEXTS.fields[field])}</a>;
  const text = code === 'missing' ? TEXTS.isMissing(TEXTS.fields[field]) : TEXTS.isUnaltered;
  return <a href={hrefOf({ page: 'animal', id: petId, field })}>{text}</a>;
}

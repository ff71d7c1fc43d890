import type { Page, Pet } from '@petstore/client';
import type { InfiniteData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSelected } from '../../../observable.ts';
import { type AnimalFilters, readAnimals } from '../../../queries/animal-queries.ts';
import { permissionsOf } from '../../../queries/permission-queries.ts';
import type { Session } from '../../../session/session.ts';
import { useSession } from '../../../session/use-session.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { type Selected, selectedOf, useSelection } from '../selection.ts';
import { TEXTS } from './all-texts.ts';

interface SelectAllProps {
  filters: AnimalFilters;
  /** Its place is reserved until that is known. */
  mayWrite: boolean;
  /** The pages that are loaded. */
  data: InfiniteData<Page<Pet>> | undefined;
}

/** How many animals were selected by the button, and how many could not be. */
const NOTHING = { selectable: 0, others: 0 };

/** Selects all animals that match the filters, also those that are not loaded, so that their number is exact. */
export function SelectAll({ filters, data, mayWrite }: SelectAllProps) {
  const session = useSession();
  const selection = useSelection();
  const isCleared = useSelected(selection.chosen, (all) => all.size === 0);
  const reading = useRef<AbortController>(undefined);
  const [count, setCount] = useState<number>();
  const [read, setRead] = useState(NOTHING);
  // A hint about a selection ends with it.
  const others = isCleared && read.selectable > 0 ? 0 : read.others;
  const [error, setError] = useState<Error>();
  useEffect(() => () => reading.current?.abort(), []);
  const select = async () => {
    if (data === undefined) return;
    reading.current = new AbortController();
    const { signal } = reading.current;
    const found: Selected[] = [];
    let left = 0;
    setError(undefined);
    setRead(NOTHING);
    setCount(0);
    try {
      for await (const { selectable, length } of pagesOf(session, filters, data, signal)) {
        found.push(...selectable);
        left += length - selectable.length;
        setCount(found.length);
      }
      selection.add(found);
      setRead({ selectable: found.length, others: left });
    } catch (cause) {
      if (!signal.aborted) setError(cause instanceof Error ? cause : new Error(String(cause)));
    }
    setCount(undefined);
  };
  return (
    <div className={mayWrite ? 'select-all' : 'select-all unknown'}>
      {count === undefined ? (
        <button type="button" onClick={select} disabled={!mayHaveAnimals(data)}>
          {TEXTS.selectAll}
        </button>
      ) : (
        <>
          <span role="status">{TEXTS.reading(count)}</span>
          <button type="button" onClick={() => reading.current?.abort()}>
            {TEXTS.stop}
          </button>
        </>
      )}
      {others > 0 && <p className="hint">{TEXTS.notAllowed(others)}</p>}
      {error !== undefined && <ErrorNote error={error} onRetry={select} />}
    </div>
  );
}

/** A page of a search may be empty although others follow. */
function mayHaveAnimals(data: SelectAllProps['data']): boolean {
  return data?.pages.some(({ items, next }) => items.length > 0 || next !== undefined) === true;
}

/** Reads what the account may do with the animals of each page, those that are loaded first. */
async function* pagesOf(
  { petstore, queries }: Session,
  filters: AnimalFilters,
  { pages }: NonNullable<SelectAllProps['data']>,
  signal: AbortSignal,
) {
  const loaded = [...pages];
  for (let page = loaded.shift(); page !== undefined; ) {
    signal.throwIfAborted();
    const { items, next } = page;
    const permissions = await queries.fetchQuery(permissionsOf(petstore, idsOf(items)));
    const byPet = new Map(permissions.map((one) => [one.pet.id, one]));
    const selectable = items.flatMap((pet) => selectedOf(pet, byPet.get(pet.id)) ?? []);
    yield { selectable, length: items.length };
    signal.throwIfAborted();
    page =
      loaded.shift() ??
      (next === undefined ? undefined : (await readAnimals(petstore, filters, next, signal)).page);
  }
}

function idsOf(pets: readonly Pet[]): bigint[] {
  return pets.map(({ id }) => id);
}

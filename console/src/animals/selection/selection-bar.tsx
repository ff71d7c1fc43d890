import type { Pet } from '@petstore/client';
import { useState } from 'react';
import { useObservable } from '../../observable.ts';
import { hrefOf, PET_STATUSES } from '../../route.ts';
import type { AnimalChange } from '../../session/undoable-changes.ts';
import { useSession } from '../../session/use-session.ts';
import { statusName } from '../../texts/status-names.ts';
import { partWhenOpened } from '../../ui/when-opened.tsx';
import { ConfirmRemoval } from '../changes/confirm-removal.tsx';
import { ConfirmChange } from './confirm-change.tsx';
import { isLost, useSelection } from './selection.ts';
import { TEXTS } from './selection-texts.ts';
import './selection.css';

const ChangeMany = partWhenOpened(async () => (await import('./all/change-many.tsx')).ChangeMany);

/** More animals than this are changed in chunks, after a question, and not by a request each that can be undone. */
const MAX_UNDOABLE = 100;

/** A change of the selected animals that is asked about. */
interface Asked {
  readonly pets: readonly Pet[];
  readonly change: AnimalChange;
  readonly isFinal: boolean;
}

/** Changes the status of the selected animals, or removes them. It covers the end of the screen, so that nothing moves. */
export function SelectionBar() {
  const { changes } = useSession();
  const selection = useSelection();
  const selected = [...useObservable(selection.chosen).values()];
  const [asked, setAsked] = useState<Asked>();
  const removable = selected.filter(({ mayRemove }) => mayRemove).map(({ pet }) => pet);
  const forStatus = PET_STATUSES.map((status) => ({
    status,
    pets: selected.filter(({ choices }) => choices.includes(status)).map(({ pet }) => pet),
  }));
  const clear = () => selection.clear();
  const begin = ({ pets, change }: Asked) => {
    changes.begin(pets, change);
    clear();
  };
  const choose = (pets: readonly Pet[], change: AnimalChange) => {
    const isFinal = change.kind === 'status' && pets.some((pet) => isLost(pet, change.status));
    const one = { pets, change, isFinal };
    if (isFinal || change.kind === 'removal' || pets.length > MAX_UNDOABLE) setAsked(one);
    else begin(one);
  };
  return (
    <>
      <div className="selection-bar" role="status" aria-label={TEXTS.selection}>
        {selected.length > 0 && (
          <>
            <p>{TEXTS.selected(selected.length)}</p>
            {forStatus
              .filter(({ pets }) => pets.length > 0)
              .map(({ status, pets }) => (
                <button key={status} type="button" onClick={() => choose(pets, { kind: 'status', status })}>
                  {TEXTS.set(statusName(status), pets.length, selected.length)}
                </button>
              ))}
            {removable.length > 0 && (
              <button type="button" onClick={() => choose(removable, { kind: 'removal' })}>
                {TEXTS.remove(removable.length, selected.length)}
              </button>
            )}
            <a className="button" href={hrefOf({ page: 'cards', ids: selected.map(({ pet }) => pet.id) })}>
              {TEXTS.printCards(selected.length)}
            </a>
            <button type="button" className="quiet" onClick={clear}>
              {TEXTS.clear}
            </button>
          </>
        )}
      </div>
      {asked !== undefined && (
        <Question
          asked={asked}
          onConfirm={() => begin(asked)}
          onBegin={clear}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

interface QuestionProps {
  asked: Asked;
  /** Begins a change that can be undone. */
  onConfirm(): void;
  /** Called when a change of many has begun. */
  onBegin(): void;
  onClose(): void;
}

function Question({ asked, onConfirm, onBegin, onClose }: QuestionProps) {
  const { pets, change } = asked;
  if (pets.length > MAX_UNDOABLE) return <ChangeMany {...asked} onBegin={onBegin} onClose={onClose} />;
  if (change.kind === 'removal')
    return <ConfirmRemoval pets={pets} onConfirm={onConfirm} onClose={onClose} />;
  return <ConfirmChange count={pets.length} status={change.status} onConfirm={onConfirm} onClose={onClose} />;
}

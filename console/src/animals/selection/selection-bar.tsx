import type { PetStatus } from '@petstore/client';
import { useState } from 'react';
import { useObservable } from '../../observable.ts';
import { PET_STATUSES } from '../../route.ts';
import { useSession } from '../../session/use-session.ts';
import { statusName } from '../../texts/status-names.ts';
import { ConfirmRemoval } from '../changes/confirm-removal.tsx';
import { ConfirmChange } from './confirm-change.tsx';
import { isLost, useSelection } from './selection.ts';
import { TEXTS } from './selection-texts.ts';
import './selection.css';

/** Changes the status of the selected animals, or removes them. It covers the end of the screen, so that nothing moves. */
export function SelectionBar() {
  const { changes } = useSession();
  const selection = useSelection();
  const selected = [...useObservable(selection).values()];
  const [asked, setAsked] = useState<PetStatus | 'removal'>();
  const removable = selected.filter(({ mayRemove }) => mayRemove).map(({ pet }) => pet);
  const petsFor = (status: PetStatus) =>
    selected.filter(({ choices }) => choices.includes(status)).map(({ pet }) => pet);
  const clear = () => selection.set(new Map());
  const change = (status: PetStatus) => {
    changes.begin(petsFor(status), { kind: 'status', status });
    clear();
  };
  const remove = () => {
    changes.begin(removable, { kind: 'removal' });
    clear();
  };
  const choose = (status: PetStatus) => {
    if (petsFor(status).some((pet) => isLost(pet, status))) setAsked(status);
    else change(status);
  };
  return (
    <>
      <div className="selection-bar" role="status" aria-label={TEXTS.selection}>
        {selected.length > 0 && (
          <>
            <p>{TEXTS.selected(selected.length)}</p>
            {PET_STATUSES.filter((status) => petsFor(status).length > 0).map((status) => (
              <button key={status} type="button" onClick={() => choose(status)}>
                {TEXTS.set(statusName(status), petsFor(status).length, selected.length)}
              </button>
            ))}
            {removable.length > 0 && (
              <button type="button" onClick={() => setAsked('removal')}>
                {TEXTS.remove(removable.length, selected.length)}
              </button>
            )}
            <button type="button" className="quiet" onClick={clear}>
              {TEXTS.clear}
            </button>
          </>
        )}
      </div>
      {asked === 'removal' && (
        <ConfirmRemoval pets={removable} onConfirm={remove} onClose={() => setAsked(undefined)} />
      )}
      {asked !== undefined && asked !== 'removal' && (
        <ConfirmChange
          count={petsFor(asked).length}
          status={asked}
          onConfirm={() => change(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

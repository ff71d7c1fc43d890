import type { Pet } from '@petstore/client';
import { useObservable } from '../../observable.ts';
import { hrefOf, PET_STATUSES } from '../../route.ts';
import type { AnimalChange } from '../../session/changes/stored-batches.ts';
import { useSession } from '../../session/use-session.ts';
import { statusName } from '../../texts/status-names.ts';
import { partWhenOpened } from '../../ui/when-opened.tsx';
import { ConfirmRemoval } from '../changes/confirm-removal.tsx';
import { takesOthers } from '../together/companions.ts';
import { ConfirmChange } from './confirm-change.tsx';
import { isLost, useSelection } from './selection.ts';
import { TEXTS } from './selection-texts.ts';

const ChangeMany = partWhenOpened(async () => (await import('./all/change-many.tsx')).ChangeMany);

/** More animals than this are changed in chunks, after a question, and not by a request each that can be undone. */
const MAX_UNDOABLE = 100;

/** A change of the selected animals that is asked about. */
export interface AskedChange {
  readonly pets: readonly Pet[];
  readonly change: AnimalChange;
  readonly isFinal: boolean;
}

interface SelectionActionsProps {
  /** Called instead of a change that needs a question. */
  onAsk(asked: AskedChange): void;
}

/** What can be done with the selected animals, at least one. */
export function SelectionActions({ onAsk }: SelectionActionsProps) {
  const { changes, queries } = useSession();
  const selection = useSelection();
  const selected = [...useObservable(selection.chosen).values()];
  const removable = selected.filter(({ mayRemove }) => mayRemove).map(({ pet }) => pet);
  const forStatus = PET_STATUSES.map((status) => ({
    status,
    pets: selected.filter(({ choices }) => choices.includes(status)).map(({ pet }) => pet),
  }));
  const choose = (pets: readonly Pet[], change: AnimalChange) => {
    const isFinal = change.kind === 'status' && pets.some((pet) => isLost(pet, change.status));
    const ids = pets.map(({ id }) => id);
    const asks = isFinal || change.kind === 'removal' || takesOthers(queries, ids);
    if (asks || pets.length > MAX_UNDOABLE) return onAsk({ pets, change, isFinal });
    changes.begin(pets, change);
    selection.clear();
  };
  return (
    <>
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
      <button type="button" className="quiet" onClick={() => selection.clear()}>
        {TEXTS.clear}
      </button>
    </>
  );
}

interface SelectionQuestionProps {
  asked: AskedChange;
  onClose(): void;
}

/** Asks about a change of the selected animals, and makes it. */
export function SelectionQuestion({ asked, onClose }: SelectionQuestionProps) {
  const { changes } = useSession();
  const selection = useSelection();
  const { pets, change } = asked;
  const clear = () => selection.clear();
  const confirm = () => {
    changes.begin(pets, change);
    clear();
  };
  if (pets.length > MAX_UNDOABLE) return <ChangeMany {...asked} onBegin={clear} onClose={onClose} />;
  if (change.kind === 'removal') return <ConfirmRemoval pets={pets} onConfirm={confirm} onClose={onClose} />;
  return <ConfirmChange {...asked} status={change.status} onConfirm={confirm} onClose={onClose} />;
}

import type { Pet, PetPermissions } from '@petstore/client';
import { useState } from 'react';
import { useSelected } from '../../observable.ts';
import { useRole, useSession } from '../../session/use-session.ts';
import { partWhenOpened } from '../../ui/when-opened.tsx';
import { useMenu } from '../../use-menu.ts';
import { TEXTS } from './changes-texts.ts';
import { ConfirmRemoval } from './confirm-removal.tsx';

const MergeAnimal = partWhenOpened(async () => (await import('../merging/merge-animal.tsx')).MergeAnimal);

interface AnimalMenuProps {
  pet: Pet;
  /** Undefined until they are known. */
  permissions: PetPermissions | undefined;
}

/** What is done with an animal seldom. It is absent for volunteers, and for an animal that the account may not change. */
export function AnimalMenu({ pet, permissions }: AnimalMenuProps) {
  const { changes } = useSession();
  const menu = useMenu();
  const role = useRole();
  const [isAsked, setAsked] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const isBeingRemoved = useSelected(changes.byPet, (all) => {
    const one = all.get(pet.id);
    return one?.change.kind === 'removal' && one.state !== 'failed';
  });
  const { allowedOperations } = permissions ?? {};
  if (role === 'reader' || role === 'volunteer' || allowedOperations?.includes('changePet') === false)
    return null;
  const mayRemove = allowedOperations?.includes('removePet') ?? false;
  const ask = () => {
    // The button gets the focus back when the dialog closes.
    menu.close();
    setAsked(true);
  };
  const merge = () => {
    menu.close();
    setMerging(true);
  };
  const remove = () => {
    // The dialog is no longer shown when it closes.
    setAsked(false);
    changes.begin([pet], { kind: 'removal' });
  };
  return (
    <>
      <div className="menu" {...menu.container}>
        <button
          type="button"
          // Its space is reserved until the permissions are known.
          className={allowedOperations === undefined || isBeingRemoved ? 'edit-placeholder' : undefined}
          aria-label={TEXTS.menuOf(pet.name)}
          {...menu.button}
        >
          {TEXTS.more}
        </button>
        <div className="animal-menu" {...menu.items}>
          <button type="button" className="quiet" onClick={merge}>
            {TEXTS.merge}
          </button>
          <button type="button" className="quiet" disabled={!mayRemove} onClick={ask}>
            {TEXTS.remove}
          </button>
          {!mayRemove && <p className="hint">{TEXTS.isHeld}</p>}
        </div>
      </div>
      {isMerging && <MergeAnimal pet={pet} onClose={() => setMerging(false)} />}
      {isAsked && <ConfirmRemoval pets={[pet]} onConfirm={remove} onClose={() => setAsked(false)} />}
    </>
  );
}

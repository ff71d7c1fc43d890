import type { Person } from '@petstore/client';
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx';
import { usePeopleChange } from './people-queries.ts';
import { TEXTS } from './people-texts.ts';

interface RemovePersonProps {
  person: Person;
  isSelf: boolean;
  onClose(): void;
}

/** Asks before a person is removed, and explains what happens. */
export function RemovePerson({ person: { id, name }, isSelf, onClose }: RemovePersonProps) {
  const remove = usePeopleChange((petstore) => petstore.people.remove(id));
  return (
    <ConfirmDialog
      title={TEXTS.removeOf(name)}
      submit={TEXTS.removeSubmit}
      mutation={remove}
      onClose={onClose}
    >
      <p>{TEXTS.removeEffect(name)}</p>
      {isSelf && <p>{TEXTS.removeSelf}</p>}
    </ConfirmDialog>
  );
}

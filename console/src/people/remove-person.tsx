import type { Person } from '@petstore/client';
import { useRef } from 'react';
import { FormDialog, SAVED } from '../ui/forms/form-dialog.tsx';
import { usePeopleChange } from './people-queries.ts';
import { TEXTS } from './people-texts.ts';

interface RemovePersonProps {
  person: Person;
  isSelf: boolean;
  onClose(): void;
}

/** Asks before a person is removed, and explains what happens. */
export function RemovePerson({ person: { id, name }, isSelf, onClose }: RemovePersonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const remove = usePeopleChange(
    (petstore) => petstore.people.remove(id),
    () => dialog.current?.close(SAVED),
  );
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.removeOf(name)}
      submit={TEXTS.removeSubmit}
      mutation={remove}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{TEXTS.removeEffect(name)}</p>
      {isSelf && <p>{TEXTS.removeSelf}</p>}
    </FormDialog>
  );
}

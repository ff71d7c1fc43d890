import type { Person, Petstore } from '@petstore/client';
import { useRef } from 'react';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { usePeopleChange } from './people-queries.ts';
import { TEXTS } from './people-texts.ts';
import { PersonFields, personIn } from './person-fields.tsx';

interface AddPersonProps {
  account: bigint | undefined;
  onClose(): void;
}

/** The form to invite someone. It then shows the invitation. */
export function AddPerson({ account, onClose }: AddPersonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // If only the invitation failed, the next attempt does not add the person again.
  const added = useRef<Person>(undefined);
  const add = usePeopleChange(async (petstore: Petstore, entered: ReturnType<typeof personIn>) => {
    added.current ??= await petstore.people.add({ ...entered, accountId: account });
    return { person: added.current, invitation: await petstore.people.invite(added.current.id) };
  });
  if (add.data !== undefined) {
    const { person, invitation } = add.data;
    return (
      <InvitationDialog
        invitation={invitation}
        person={person}
        title={TEXTS.invitationFor(person.name)}
        help={TEXTS.invitationHelp(person.name)}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.invite}
      draft="new-person"
      submit={TEXTS.makeInvitation}
      mutation={add}
      onSubmit={(form) => add.mutate(personIn(form))}
      onClose={onClose}
    >
      <PersonFields hasRole />
    </FormDialog>
  );
}

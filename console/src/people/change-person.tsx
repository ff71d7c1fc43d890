import type { Person, PersonChange } from '@petstore/client';
import { useRef } from 'react';
import { FormDialog, SAVED } from '../ui/forms/form-dialog.tsx';
import { usePeopleChange } from './people-queries.ts';
import { TEXTS } from './people-texts.ts';
import { PersonFields, personIn } from './person-fields.tsx';

interface ChangePersonProps {
  person: Person;
  /** False for persons who change themselves: the role is not theirs to change. */
  isManaged: boolean;
  onChanged?: () => void;
  onClose(): void;
}

/** The form to change a person. */
export function ChangePerson({ person, isManaged, onChanged, onClose }: ChangePersonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const change = usePeopleChange(
    (petstore, asked: PersonChange) => petstore.people.update(person.id, asked),
    () => {
      onChanged?.();
      dialog.current?.close(SAVED);
    },
  );
  const submit = (form: FormData) => {
    const { name, role, email = null } = personIn(form);
    change.mutate({ name, email, ...(isManaged && { role }) });
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.changeOf(person.name)}
      submit={TEXTS.save}
      mutation={change}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields person={person} hasRole={isManaged} />
    </FormDialog>
  );
}

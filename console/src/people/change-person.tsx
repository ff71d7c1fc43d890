import type { Person } from '@petstore/client';
import { useRef } from 'react';
import { useFormSave } from '../session/changes/use-form-save.ts';
import { useSession } from '../session/use-session.ts';
import { onlyChanged } from '../ui/forms/conflicts/merge-values.ts';
import { FormDialog, SAVED } from '../ui/forms/form-dialog.tsx';
import { PEOPLE } from './people-queries.ts';
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
  const { petstore, queries } = useSession();
  const show = () => queries.invalidateQueries({ queryKey: PEOPLE });
  const save = useFormSave({
    item: person,
    read: () => petstore.people.get(person.id),
    valuesOf: ({ name, role, email = '' }) => ({ name, role, email }),
    send: async (form, _current, changed) => {
      const { name, role, email = null } = personIn(form);
      if (changed.size > 0)
        await petstore.people.update(person.id, onlyChanged({ name, role, email }, changed));
      await show();
    },
    onSaved: () => {
      onChanged?.();
      dialog.current?.close(SAVED);
    },
    onConflict: show,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.changeOf(person.name)}
      submit={TEXTS.save}
      mutation={save}
      onSubmit={(_data, form) => save.submit(form)}
      onClose={onClose}
    >
      <PersonFields person={save.opened} hasRole={isManaged} />
    </FormDialog>
  );
}

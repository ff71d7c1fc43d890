import { etagOf, type Pet, type PetChange } from '@petstore/client';
import { useRef } from 'react';
import { historyKey } from '../queries/animal-queries.ts';
import { applyPet } from '../queries/apply-changes.ts';
import { useFormSave } from '../session/changes/use-form-save.ts';
import { useSession } from '../session/use-session.ts';
import { onlyChanged } from '../ui/forms/conflicts/merge-values.ts';
import { FormDialog, SAVED } from '../ui/forms/form-dialog.tsx';
import { FormField } from '../ui/forms/form-field.tsx';
import { TEXTS } from './animals-texts.ts';
import { CategoryField, categoryIdIn } from './category-field.tsx';

interface AnimalEditProps {
  pet: Pet;
  onClose(): void;
}

/** The form to change the name or the category of an animal. */
export function AnimalEdit({ pet, onClose }: AnimalEditProps) {
  const session = useSession();
  const { petstore, queries } = session;
  const dialog = useRef<HTMLDialogElement>(null);
  const show = (current: Pet) => {
    applyPet(session, current, false);
    queries.invalidateQueries({ queryKey: historyKey(pet.id) });
  };
  const save = useFormSave({
    item: pet,
    read: () => petstore.pets.get(pet.id),
    valuesOf: petValues,
    send: async (form, current, changed) => {
      const change = petChange(form, changed);
      const ifMatch = etagOf(current) ?? '';
      show(change === undefined ? current : await petstore.pets.change(pet.id, change, { ifMatch }));
    },
    onSaved: () => dialog.current?.close(SAVED),
    onConflict: show,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.edit}
      draft={`animal-${pet.id}`}
      submit={TEXTS.saveSubmit}
      mutation={save}
      onSubmit={(_data, form) => save.submit(form)}
      onClose={onClose}
    >
      <FormField name="name" label={TEXTS.name}>
        {(field) => <input {...field} defaultValue={save.opened.name} required autoComplete="off" />}
      </FormField>
      <CategoryField categoryId={save.opened.categoryId} />
    </FormDialog>
  );
}

/** Returns what the fields of the name and the category have for an animal. */
export function petValues({ name, categoryId }: Pet) {
  return { name, categoryId: String(categoryId) };
}

/** Returns the members that a form has changed; undefined if there are none. */
export function petChange(form: FormData, changed: ReadonlySet<string>): PetChange | undefined {
  const members = { name: String(form.get('name')), categoryId: categoryIdIn(form) };
  const change = onlyChanged(members, changed);
  return Object.keys(change).length === 0 ? undefined : change;
}

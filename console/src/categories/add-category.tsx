import type { Petstore } from '@petstore/client';
import { useRef } from 'react';
import { CATEGORIES } from '../queries/category-queries.ts';
import { useChange } from '../session/changes/use-change.ts';
import { FormDialog, SAVED } from '../ui/forms/form-dialog.tsx';
import { FormField } from '../ui/forms/form-field.tsx';
import { TEXTS } from './categories-texts.ts';

/** The form to add a category. It gets the next free number. */
export function AddCategory({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const add = useChange(CATEGORIES, addCategory, () => dialog.current?.close(SAVED));
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.addCategory}
      draft="new-category"
      submit={TEXTS.add}
      mutation={add}
      onSubmit={(form) => add.mutate(String(form.get('name')).trim())}
      onClose={onClose}
    >
      <FormField name="name" label={TEXTS.name} hint={TEXTS.examples}>
        {(field) => <input {...field} required maxLength={100} pattern=".*\S.*" autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}

async function addCategory({ categories }: Petstore, name: string) {
  const { items } = await categories.page({ sort: '-id', limit: 1 });
  const last = items[0]?.id ?? 0n;
  return categories.rename(last < 0n ? 1n : last + 1n, name);
}

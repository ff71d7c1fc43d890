import type { AccountRequest } from '@petstore/client';
import { useRef } from 'react';
import { FormDialog, SAVED } from '../ui/forms/form-dialog.tsx';
import { FormField } from '../ui/forms/form-field.tsx';
import { PLANS, planIn, ROLES, roleIn } from './choices.ts';
import { useProgramChange } from './program-queries.ts';
import { TEXTS } from './programs-texts.ts';
import { Select } from './select.tsx';

/** The form to add an account. Its first key is made on its card. */
export function AddAccount({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const add = useProgramChange(
    (petstore, account: AccountRequest) => petstore.accounts.create(account),
    () => dialog.current?.close(SAVED),
  );
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.addAccount}
      draft="new-account"
      submit={TEXTS.add}
      mutation={add}
      onSubmit={(form) =>
        add.mutate({ name: String(form.get('name')).trim(), role: roleIn(form), plan: planIn(form) })
      }
      onClose={onClose}
    >
      <FormField name="name" label={TEXTS.name} hint={TEXTS.examples}>
        {(field) => <input {...field} required maxLength={100} pattern=".*\S.*" autoComplete="off" />}
      </FormField>
      <Select label={TEXTS.role} name="role" choices={ROLES} defaultValue="member" />
      <Select label={TEXTS.plan} name="plan" choices={PLANS} defaultValue="business" />
    </FormDialog>
  );
}

import type { Account, AccountChange } from '@petstore/client';
import { useRef } from 'react';
import { FormDialog, SAVED } from '../ui/forms/form-dialog.tsx';
import { FormField } from '../ui/forms/form-field.tsx';
import { PLANS, planIn, ROLES, roleIn } from './choices.ts';
import { useProgramChange } from './program-queries.ts';
import { TEXTS } from './programs-texts.ts';
import { Select } from './select.tsx';

interface ChangeAccountProps {
  account: Account;
  onClose(): void;
}

/** The form to change the name, the role and the plan of an account. */
export function ChangeAccount({ account, onClose }: ChangeAccountProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const hasOwnQuota = account.plan === 'enterprise';
  const change = useProgramChange(
    (petstore, asked: AccountChange) => petstore.accounts.update(account.id, asked),
    () => dialog.current?.close(SAVED),
  );
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.changeOf(account.name)}
      draft={`account-${account.id}`}
      submit={TEXTS.save}
      mutation={change}
      onSubmit={(form) =>
        change.mutate({
          name: String(form.get('name')).trim(),
          role: roleIn(form),
          plan: hasOwnQuota ? undefined : planIn(form),
        })
      }
      onClose={onClose}
    >
      <FormField name="name" label={TEXTS.name}>
        {(field) => (
          <input {...field} required maxLength={100} defaultValue={account.name} autoComplete="off" />
        )}
      </FormField>
      <Select label={TEXTS.role} name="role" choices={ROLES} defaultValue={account.role} />
      {hasOwnQuota ? (
        <p className="hint">{TEXTS.enterprise}</p>
      ) : (
        <Select label={TEXTS.plan} name="plan" choices={PLANS} defaultValue={account.plan} />
      )}
    </FormDialog>
  );
}

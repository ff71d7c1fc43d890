import type { Account } from '@petstore/client';
import { useRef } from 'react';
import { useFormSave } from '../session/changes/use-form-save.ts';
import { useSession } from '../session/use-session.ts';
import { onlyChanged } from '../ui/forms/conflicts/merge-values.ts';
import { FormDialog, SAVED } from '../ui/forms/form-dialog.tsx';
import { FormField } from '../ui/forms/form-field.tsx';
import { PLANS, planIn, ROLES, roleIn } from './choices.ts';
import { PROGRAMS } from './program-queries.ts';
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
  const { petstore, queries } = useSession();
  const show = () => queries.invalidateQueries({ queryKey: PROGRAMS });
  const save = useFormSave({
    item: account,
    read: () => petstore.accounts.get(account.id),
    valuesOf: ({ name, role, plan }) => ({ name, role, plan }),
    send: async (form, _current, changed) => {
      const members = { name: String(form.get('name')).trim(), role: roleIn(form), plan: planIn(form) };
      if (changed.size > 0) await petstore.accounts.update(account.id, onlyChanged(members, changed));
      await show();
    },
    onSaved: () => dialog.current?.close(SAVED),
    onConflict: show,
  });
  const { opened } = save;
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.changeOf(account.name)}
      draft={`account-${account.id}`}
      submit={TEXTS.save}
      mutation={save}
      onSubmit={(_data, form) => save.submit(form)}
      onClose={onClose}
    >
      <FormField name="name" label={TEXTS.name}>
        {(field) => (
          <input {...field} required maxLength={100} defaultValue={opened.name} autoComplete="off" />
        )}
      </FormField>
      <Select label={TEXTS.role} name="role" choices={ROLES} defaultValue={opened.role} />
      {hasOwnQuota ? (
        <p className="hint">{TEXTS.enterprise}</p>
      ) : (
        <Select label={TEXTS.plan} name="plan" choices={PLANS} defaultValue={opened.plan} />
      )}
    </FormDialog>
  );
}

import type { Account, KeyRequest } from '@petstore/client';
import { useRef, useState } from 'react';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { FormField } from '../ui/forms/form-field.tsx';
import { deleteDraft } from '../ui/forms/stored-drafts.ts';
import { IssuedSecret } from './issued-secret.tsx';
import { TEXTS } from './key-texts.ts';
import { useProgramChange } from './program-queries.ts';
import { TEXTS as PEOPLE_TEXTS } from './programs-texts.ts';

interface MakeKeyProps {
  account: Account;
  onMade(): void;
  onClose(): void;
}

/** The form to make a key, and then the key, which is shown only once. */
export function MakeKey({ account, onMade, onClose }: MakeKeyProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isForPage, setForPage] = useState(false);
  const draft = `new-key-${account.id}`;
  const make = useProgramChange(
    (petstore, asked: KeyRequest) => petstore.keys.create(account.id, asked),
    () => {
      // The form goes away before it sees the success.
      deleteDraft(draft);
      onMade();
    },
  );
  if (make.data !== undefined) return <IssuedSecret issued={make.data} onClose={onClose} />;
  return (
    <FormDialog
      dialog={dialog}
      title={PEOPLE_TEXTS.makeKeyFor(account.name)}
      draft={draft}
      submit={TEXTS.make}
      mutation={make}
      onSubmit={(form) => make.mutate(keyIn(form))}
      onClose={onClose}
    >
      <FormField name="label" label={TEXTS.purpose}>
        {(field) => <input {...field} required maxLength={100} pattern=".*\S.*" autoComplete="off" />}
      </FormField>
      <label className="switch">
        <input
          type="checkbox"
          name="forPage"
          checked={isForPage}
          onChange={(event) => setForPage(event.target.checked)}
        />
        {TEXTS.forPage}
      </label>
      {isForPage && (
        <FormField name="allowedOrigins" label={TEXTS.origin} hint={TEXTS.originHint}>
          {(field) => (
            <input
              {...field}
              type="url"
              autoComplete="off"
              required
              placeholder="https://www.shelter.example"
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}

/** An address with a path becomes its origin. */
function keyIn(form: FormData): KeyRequest {
  const label = String(form.get('label')).trim();
  if (!form.has('forPage')) return { label };
  return { label, role: 'reader', allowedOrigins: [new URL(String(form.get('allowedOrigins'))).origin] };
}

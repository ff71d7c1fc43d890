import type { Account, KeyRequest } from '@petstore/client';
import { useId, useRef, useState } from 'react';
import { FormDialog } from '../ui/form-dialog.tsx';
import { IssuedSecret } from './issued-secret.tsx';
import { TEXTS } from './key-texts.ts';
import { usePeopleChange } from './people-queries.ts';
import { TEXTS as PEOPLE_TEXTS } from './people-texts.ts';

interface MakeKeyProps {
  account: Account;
  onMade(): void;
  onClose(): void;
}

/** The form to make a key, and then the key, which is shown only once. */
export function MakeKey({ account, onMade, onClose }: MakeKeyProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isForPage, setForPage] = useState(false);
  const make = usePeopleChange(
    (petstore, asked: KeyRequest) => petstore.keys.create(account.id, asked),
    onMade,
  );
  if (make.data !== undefined) return <IssuedSecret issued={make.data} onClose={onClose} />;
  return (
    <FormDialog
      dialog={dialog}
      title={PEOPLE_TEXTS.makeKeyFor(account.name)}
      submit={TEXTS.make}
      mutation={make}
      onSubmit={(form) => make.mutate(keyIn(form))}
      onClose={onClose}
    >
      <label htmlFor={`${id}-label`}>{TEXTS.purpose}</label>
      <input id={`${id}-label`} name="label" required maxLength={100} pattern=".*\S.*" autoComplete="off" />
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
        <>
          <label htmlFor={`${id}-origin`}>{TEXTS.origin}</label>
          <input
            id={`${id}-origin`}
            name="origin"
            type="url"
            autoComplete="off"
            required
            placeholder="https://www.shelter.example"
            aria-describedby={`${id}-hint`}
          />
          <p id={`${id}-hint`} className="hint">
            {TEXTS.originHint}
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** An address with a path becomes its origin. */
function keyIn(form: FormData): KeyRequest {
  const label = String(form.get('label')).trim();
  if (!form.has('forPage')) return { label };
  return { label, role: 'reader', allowedOrigins: [new URL(String(form.get('origin'))).origin] };
}

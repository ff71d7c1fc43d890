import type { Account, KeyRequest } from '@petstore/client';
import { useRef, useState } from 'react';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { FormField } from '../ui/forms/form-field.tsx';
import { deleteDraft } from '../ui/forms/stored-drafts.ts';
import { IssuedSecret } from './issued-secret.tsx';
import { TEXTS } from './key-texts.ts';
import { useProgramChange } from './program-queries.ts';
import { TEXTS as PEOPLE_TEXTS } from './programs-texts.ts';
import { Select } from './select.tsx';

/** What a key can do: all that the account may, read animals in a page, or send applications. */
const USES = ['all', 'page', 'applications'] as const;
type Use = (typeof USES)[number];

const DAY_MS = 86_400_000;
/** For how many days a key is valid. */
const VALID_DAYS: Readonly<Record<string, number>> = { month: 30, quarter: 90, year: 365 };

interface MakeKeyProps {
  account: Account;
  onMade(): void;
  onClose(): void;
}

/** The form to make a key, and then the key, which is shown only once. */
export function MakeKey({ account, onMade, onClose }: MakeKeyProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [use, setUse] = useState<Use>('all');
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
      onSubmit={(form) => make.mutate(keyIn(form, use))}
      onClose={onClose}
    >
      <FormField name="label" label={TEXTS.purpose}>
        {(field) => <input {...field} required maxLength={100} pattern=".*\S.*" autoComplete="off" />}
      </FormField>
      <fieldset className="key-uses">
        <legend>{TEXTS.mayDo}</legend>
        {USES.map((choice) => (
          <label key={choice} className="switch">
            <input
              type="radio"
              name="use"
              value={choice}
              checked={use === choice}
              onChange={() => setUse(choice)}
            />
            {TEXTS.uses[choice]}
          </label>
        ))}
      </fieldset>
      {use === 'applications' && <p className="hint">{TEXTS.applicationsHint}</p>}
      {use !== 'all' && (
        <FormField
          name="allowedOrigins"
          label={use === 'page' ? TEXTS.origin : TEXTS.optionalOrigin}
          hint={TEXTS.originHint}
        >
          {(field) => (
            <input
              {...field}
              type="url"
              autoComplete="off"
              required={use === 'page'}
              placeholder="https://www.shelter.example"
            />
          )}
        </FormField>
      )}
      <Select label={TEXTS.validFor} name="validFor" choices={TEXTS.validities} defaultValue="endless" />
    </FormDialog>
  );
}

/** An address with a path becomes its origin. */
function keyIn(form: FormData, use: Use): KeyRequest {
  const label = String(form.get('label')).trim();
  const address = String(form.get('allowedOrigins') ?? '').trim();
  const origins = address === '' ? {} : { allowedOrigins: [new URL(address).origin] };
  const days = VALID_DAYS[String(form.get('validFor'))];
  const expiresAt = days === undefined ? undefined : new Date(Date.now() + days * DAY_MS).toISOString();
  if (use === 'page') return { label, expiresAt, role: 'reader', ...origins };
  return use === 'applications'
    ? { label, expiresAt, scopes: ['applications:create'], ...origins }
    : { label, expiresAt };
}

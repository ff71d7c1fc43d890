import type { Key } from '@petstore/client';
import { useRef } from 'react';
import { FormDialog, SAVED } from '../ui/forms/form-dialog.tsx';
import { TEXTS } from './key-texts.ts';
import { useProgramChange } from './program-queries.ts';
import { Select } from './select.tsx';

interface RevokeKeyProps {
  apiKey: Key;
  name: string;
  onClose(): void;
}

/** Asks before a key is revoked, which cannot be undone. */
export function RevokeKey({ apiKey, name, onClose }: RevokeKeyProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const revoke = useProgramChange(
    (petstore, withSuccessors: boolean) => petstore.keys.revoke(apiKey.id, { withSuccessors }),
    () => dialog.current?.close(SAVED),
  );
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.revokeOf(name)}
      submit={TEXTS.revokeSubmit}
      mutation={revoke}
      onSubmit={(form) => revoke.mutate(form.get('which') === 'stolen')}
      onClose={onClose}
    >
      <Select label={TEXTS.revokeWhich} name="which" choices={TEXTS.revocations} defaultValue="one" />
      <p>{TEXTS.revokeEffect}</p>
      {apiKey.current && <p>{TEXTS.revokeOwn}</p>}
    </FormDialog>
  );
}

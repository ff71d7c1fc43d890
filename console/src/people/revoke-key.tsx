import type { Key } from '@petstore/client';
import { useRef } from 'react';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TEXTS } from './key-texts.ts';
import { usePeopleChange } from './people-queries.ts';

interface RevokeKeyProps {
  apiKey: Key;
  name: string;
  onClose(): void;
}

/** Asks before a key is revoked, which cannot be undone. */
export function RevokeKey({ apiKey, name, onClose }: RevokeKeyProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const revoke = usePeopleChange(
    (petstore) => petstore.keys.revoke(apiKey.id),
    () => dialog.current?.close(),
  );
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.revokeOf(name)}
      submit={TEXTS.revoke}
      mutation={revoke}
      onSubmit={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>{TEXTS.revokeEffect}</p>
      {apiKey.current && <p>{TEXTS.revokeOwn}</p>}
    </FormDialog>
  );
}

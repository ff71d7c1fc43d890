import type { Key } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSession } from '../session/use-session.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TEXTS } from './key-texts.ts';
import { PEOPLE } from './people-queries.ts';

interface RevokeKeyProps {
  apiKey: Key;
  name: string;
  onClose(): void;
}

/** Asks before a key is revoked, which cannot be undone. */
export function RevokeKey({ apiKey, name, onClose }: RevokeKeyProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { petstore, queries } = useSession();
  const revoke = useMutation({
    mutationFn: () => petstore.keys.revoke(apiKey.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: PEOPLE });
      dialog.current?.close();
    },
  });
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

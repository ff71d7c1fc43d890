import type { Key } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSession } from '../session/use-session.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
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
      title={`Revoke ${name}?`}
      submit={{ name: 'Revoke', pending: 'Revoking…' }}
      isPending={revoke.isPending}
      error={revoke.error}
      onSubmit={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>Nothing can use it any more after a second. This cannot be undone.</p>
      {apiKey.current && <p>It is the key that you use now: you will be signed out.</p>}
    </FormDialog>
  );
}

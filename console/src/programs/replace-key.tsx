import type { Key } from '@petstore/client';
import { useRef } from 'react';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { IssuedSecret } from './issued-secret.tsx';
import { TEXTS } from './key-texts.ts';
import { useProgramChange } from './program-queries.ts';
import { Select } from './select.tsx';

const HOUR_SECONDS = 3_600;
const OVERLAPS = {
  0: TEXTS.overlaps.none,
  [HOUR_SECONDS]: TEXTS.overlaps.hour,
  [24 * HOUR_SECONDS]: TEXTS.overlaps.day,
  [7 * 24 * HOUR_SECONDS]: TEXTS.overlaps.week,
} as const;

interface ReplaceKeyProps {
  apiKey: Key;
  name: string;
  onClose(): void;
}

/** Makes a key in place of another one, which works for a while longer. */
export function ReplaceKey({ apiKey, name, onClose }: ReplaceKeyProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const replace = useProgramChange((petstore, overlapSeconds: number) =>
    petstore.keys.rotate(apiKey.id, { overlapSeconds }),
  );
  if (replace.data !== undefined) return <IssuedSecret issued={replace.data} onClose={onClose} />;
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.replaceOf(name)}
      submit={TEXTS.replaceSubmit}
      mutation={replace}
      onSubmit={(form) => replace.mutate(Number(form.get('overlap')))}
      onClose={onClose}
    >
      <Select
        label={TEXTS.overlap}
        name="overlap"
        choices={OVERLAPS}
        defaultValue={String(24 * HOUR_SECONDS)}
      />
    </FormDialog>
  );
}

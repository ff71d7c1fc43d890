import type { Pet, PetStatus } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { listingsOf } from '../../queries/listing-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { statusName } from '../../texts/status-names.ts';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { namesOf, useCompanions } from '../together/companions.ts';
import { TEXTS as TOGETHER } from '../together/together-texts.ts';
import { TEXTS } from './selection-texts.ts';

interface ConfirmChangeProps {
  pets: readonly Pet[];
  status: PetStatus;
  /** The status that some of them have now cannot be set again. */
  isFinal: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before a change after which the earlier status cannot be set again, or which is also one of animals that are not selected. */
export function ConfirmChange({ pets, status, isFinal, onConfirm, onClose }: ConfirmChangeProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const companions = useOtherCompanions(pets.map(({ id }) => id));
  if (companions === undefined) return null;
  const confirm = () => {
    onConfirm();
    dialog.current?.close(SAVED);
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.question(pets.length, statusName(status))}
      submit={TEXTS.confirm}
      onSubmit={confirm}
      onClose={onClose}
    >
      {companions.length > 0 && <p>{TOGETHER.alsoFor(namesOf(companions))}</p>}
      {isFinal && <p>{TEXTS.isFinal}</p>}
    </FormDialog>
  );
}

/** Returns the animals that go together with some of these, and are not among them; undefined until they are read. */
function useOtherCompanions(petIds: readonly bigint[]) {
  const { petstore } = useSession();
  const { data = [], isPending } = useQuery(listingsOf(petstore, petIds));
  const bonded = new Set(data.flatMap(({ profile }) => profile.bondedWith ?? []));
  const companions = useCompanions([...bonded].filter((id) => !petIds.includes(id)));
  return isPending ? undefined : companions;
}

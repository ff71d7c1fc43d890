import type { Listing, Pet } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listingOf } from '../../queries/listing-queries.ts';
import { holdOf } from '../../queries/order-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { CompareRecords } from './compare-records.tsx';
import { FindOther } from './find-other.tsx';
import './merging.css';
import { TEXTS } from './merging-texts.ts';
import { obstacleOf } from './obstacles.ts';
import { useMerge } from './use-merge.ts';

interface MergeAnimalProps {
  pet: Pet;
  onClose(): void;
}

/** Merges an animal with another record of it: first one finds that record, then one compares both and chooses which remains. */
export function MergeAnimal({ pet, onClose }: MergeAnimalProps) {
  const { petstore } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const [other, setOther] = useState<Listing>();
  const [isCompared, setCompared] = useState(false);
  const [remainingId, setRemainingId] = useState(pet.id);
  const own = useQuery(listingOf(petstore, pet.id));
  const holds = {
    own: useQuery(holdOf(petstore, pet.id)).data,
    other: useQuery({ ...holdOf(petstore, other?.pet.id ?? pet.id), enabled: other !== undefined }).data,
  };
  const merge = useMerge(() => dialog.current?.close(SAVED));
  const isOwnRemaining = remainingId === pet.id;
  const sides = isCompared && own.data && other && { own: own.data, other };
  const [remaining, gone] = sides
    ? isOwnRemaining
      ? [sides.own, sides.other]
      : [sides.other, sides.own]
    : [];
  const [holdOfRemaining, holdOfGone] = isOwnRemaining ? [holds.own, holds.other] : [holds.other, holds.own];
  const held = { remaining: Boolean(holdOfRemaining), gone: Boolean(holdOfGone) };
  const obstacle = remaining && gone && obstacleOf(remaining, gone, held);
  const submit = () => {
    if (remaining !== undefined && gone !== undefined) merge.mutate({ remaining, gone, obstacle });
    else if (other !== undefined) setCompared(true);
  };
  const searchAgain = () => {
    setCompared(false);
    setRemainingId(pet.id);
    merge.reset();
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.title(pet.name)}
      submit={isCompared ? TEXTS.mergeSubmit : TEXTS.compareSubmit}
      mutation={merge}
      onSubmit={submit}
      onInput={merge.renewKey}
      onClose={onClose}
    >
      {own.error !== null && <ErrorNote error={own.error} onRetry={own.refetch} />}
      {remaining === undefined || gone === undefined || sides === undefined || sides === false ? (
        <FindOther pet={pet} chosen={other} onChoose={setOther} />
      ) : (
        <CompareRecords
          sides={[sides.own, sides.other]}
          remaining={remaining}
          gone={gone}
          isGoneHeld={held.gone}
          obstacle={obstacle}
          onChoose={setRemainingId}
          onBack={searchAgain}
        />
      )}
    </FormDialog>
  );
}

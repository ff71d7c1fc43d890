import type { Import } from '@petstore/client';
import { useRef, useState } from 'react';
import { FormDialog, SAVED } from '../ui/forms/form-dialog.tsx';
import { useCancellation } from './import-requests.ts';
import { TEXTS } from './imports-texts.ts';

interface CancelImportProps {
  job: Import;
  onCancelled?: () => void;
}

/** A button that stops an import which waits or runs, after a question. */
export function CancelImport({ job, onCancelled }: CancelImportProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {TEXTS.stop}
        <span className="visually-hidden"> {job.fileName}</span>
      </button>
      {isAsking && <Question job={job} onCancelled={onCancelled} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ job, onCancelled, onClose }: CancelImportProps & { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancellation = useCancellation(job.id, () => {
    dialog.current?.close(SAVED);
    onCancelled?.();
  });
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.stopQuestion(job.fileName)}
      submit={TEXTS.confirmStop}
      mutation={cancellation}
      onSubmit={() => cancellation.mutate()}
      onClose={onClose}
    >
      <p>{job.dryRun || job.rows === undefined ? TEXTS.nothingChanged : TEXTS.changesStay}</p>
    </FormDialog>
  );
}

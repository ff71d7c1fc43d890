import { type DragEvent, useId, useState } from 'react';
import { ErrorNote } from '../ui/error-note.tsx';
import { useUpload } from './import-requests.ts';
import { TEXTS } from './imports-texts.ts';

/** A place to drop a spreadsheet, or to choose one. It is sent to the service, which reads it. */
export function ChooseFile({ onSent }: { onSent(id: bigint): void }) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const upload = useUpload(onSent);
  const send = (file: File | undefined) => {
    if (file !== undefined && !upload.isPending) upload.mutate(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files[0]);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field does the same without a mouse
    <div
      className={isOver ? 'drop-place over' : 'drop-place'}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className="file-button" htmlFor={id}>
        {upload.isPending ? TEXTS.sending : TEXTS.choose}
      </label>
      <input
        id={id}
        type="file"
        accept=".xlsx,.xlsm,.csv,.txt,.tsv,.ndjson,.jsonl,text/csv"
        className="visually-hidden"
        disabled={upload.isPending}
        onChange={({ target }) => {
          send(target.files?.[0]);
          target.value = '';
        }}
      />
      <p>{TEXTS.dropHere}</p>
      <p className="hint">{TEXTS.chooseHint}</p>
      <div role="alert">{upload.error !== null && <ErrorNote error={upload.error} />}</div>
    </div>
  );
}

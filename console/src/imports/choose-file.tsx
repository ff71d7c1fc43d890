import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useId, useState } from 'react';
import { ErrorNote } from '../ui/error-note.tsx';
import { TEXTS } from './imports-texts.ts';
import { readSpreadsheet, type Spreadsheet } from './spreadsheet/read-file.ts';

/** A place to drop a spreadsheet, or to choose one. */
export function ChooseFile({ onChosen }: { onChosen(spreadsheet: Spreadsheet): void }) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const reading = useMutation({ mutationFn: readSpreadsheet, onSuccess: onChosen });
  const read = (file: File | undefined) => file !== undefined && reading.mutate(file);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    read(event.dataTransfer.files[0]);
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
        {reading.isPending ? TEXTS.reading : TEXTS.choose}
      </label>
      <input
        id={id}
        type="file"
        accept=".xlsx,.csv,.txt,.tsv,text/csv"
        className="visually-hidden"
        onChange={(event) => read(event.target.files?.[0])}
      />
      <p>{TEXTS.dropHere}</p>
      <p className="hint">{TEXTS.chooseHint}</p>
      <div role="alert">{reading.error !== null && <ErrorNote error={reading.error} />}</div>
    </div>
  );
}

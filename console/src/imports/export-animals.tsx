import { useMutation } from '@tanstack/react-query';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { saveFile } from '../ui/save-file.ts';
import { TEXTS } from './imports-texts.ts';

/** Saves all animals as a spreadsheet. */
export function ExportAnimals() {
  const { petstore } = useSession();
  const exporting = useMutation({
    mutationFn: async () => saveFile('animals.csv', await petstore.exports.pets()),
  });
  return (
    <>
      <button type="button" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
        {exporting.isPending ? TEXTS.exporting : TEXTS.exportAll}
      </button>
      <div role="alert">{exporting.error !== null && <ErrorNote error={exporting.error} />}</div>
    </>
  );
}

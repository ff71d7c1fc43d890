import { useMutation } from '@tanstack/react-query';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { saveFile } from '../ui/save-file.ts';

/** Saves all animals as a spreadsheet. */
export function ExportAnimals() {
  const { petstore } = useSession();
  const exporting = useMutation({
    mutationFn: async () => saveFile('animals.csv', await petstore.exports.pets()),
  });
  return (
    <>
      <button type="button" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
        {exporting.isPending ? 'Exporting…' : 'Export all animals'}
      </button>
      <div role="alert">{exporting.error !== null && <ErrorNote error={exporting.error} />}</div>
    </>
  );
}

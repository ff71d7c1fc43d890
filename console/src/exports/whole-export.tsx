import { useMutation } from '@tanstack/react-query';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { saveFile } from '../ui/save-file.ts';
import { TEXTS } from './exports-texts.ts';

/** Saves all animals as the file that an import recognises. */
export function WholeExport() {
  const { petstore } = useSession();
  const exporting = useMutation({
    mutationFn: async () => saveFile('animals.csv', await petstore.exports.pets()),
  });
  return (
    <section className="card export-section" aria-labelledby="whole">
      <h2 id="whole">{TEXTS.whole}</h2>
      <p>{TEXTS.wholeHelp}</p>
      <p className="hint">{TEXTS.backup}</p>
      <button type="button" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
        {exporting.isPending ? TEXTS.exporting : TEXTS.exportAll}
      </button>
      <div role="alert">{exporting.error !== null && <ErrorNote error={exporting.error} />}</div>
    </section>
  );
}

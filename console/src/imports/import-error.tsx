import { isImportNotFound } from '../queries/errors.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { TEXTS } from './imports-texts.ts';

interface ImportErrorProps {
  error: Error;
  onRetry?: (() => void) | undefined;
  /** Leads to the choice of a file. */
  onRestart(): void;
}

/** Shows why a preview cannot be read, checked or imported. One that is kept no longer needs its file again. */
export function ImportError({ error, onRetry, onRestart }: ImportErrorProps) {
  if (!isImportNotFound(error)) return <ErrorNote error={error} onRetry={onRetry} />;
  return (
    <div className="error-note">
      <p>{TEXTS.expired}</p>
      <button type="button" onClick={onRestart}>
        {TEXTS.chooseAgain}
      </button>
    </div>
  );
}

import { ErrorNote } from '../../ui/error-note.tsx';
import { TEXTS } from './photos-texts.ts';
import type { Upload } from './use-photo-uploads.ts';

interface UploadTileProps {
  upload: Upload;
  onRetry(): void;
  onDismiss(): void;
}

/** A picture that is being added, with how much of it was sent, or why it was not added and what to do. */
export function UploadTile({ upload: { file, sent, error }, onRetry, onDismiss }: UploadTileProps) {
  if (error === undefined) {
    return (
      <li className="upload-tile">
        <p className="hint">{TEXTS.adding(file.name)}</p>
        <progress aria-label={TEXTS.adding(file.name)} value={sent ?? 0} />
        <p className="hint" aria-hidden="true">
          {stateOf(sent)}
        </p>
      </li>
    );
  }
  return (
    <li className="upload-tile failed">
      <p>{TEXTS.wasNotAdded(file.name)}</p>
      <ErrorNote error={error} onRetry={onRetry} />
      <button type="button" className="quiet" onClick={onDismiss}>
        {TEXTS.dismiss}
      </button>
    </li>
  );
}

/** The service scales a picture after it has arrived. */
function stateOf(sent: number | undefined): string {
  if (sent === undefined) return TEXTS.waiting;
  return sent === 1 ? TEXTS.scaling : `${Math.round(sent * 100)} %`;
}

import { PetstoreError } from '@petstore/client';

interface ErrorNoteProps {
  error: Error;
  /** Tries again what failed. */
  onRetry?: (() => void) | undefined;
}

/** What went wrong, in the service's own words, with the id by which its operator finds it in the log. */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const requestId = error instanceof PetstoreError ? error.requestId : undefined;
  return (
    <div className="error-note">
      <p>{error.message}</p>
      {requestId !== undefined && (
        <p className="request-id">
          Request id: <code>{requestId}</code>
        </p>
      )}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

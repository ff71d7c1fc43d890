import { PetstoreError } from '@petstore/client';

interface ErrorNoteProps {
  error: Error;
  onRetry?: (() => void) | undefined;
}

/** Shows the message of the service, and the request id with which the operator finds the request in the log. */
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

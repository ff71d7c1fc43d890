import { PetstoreError } from '@petstore/client';
import { errorText } from '../texts/error-text.ts';
import { faultsIn } from '../texts/field-faults.ts';
import { TEXTS } from './ui-texts.ts';

interface ErrorNoteProps {
  error: Error;
  onRetry?: (() => void) | undefined;
}

/** Shows what the error means, and the request id with which the operator finds the request in the log. */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const faults = [...new Set(faultsIn(error).values())];
  const requestId = error instanceof PetstoreError ? error.requestId : undefined;
  return (
    <div className="error-note">
      <p>{faults.length > 0 ? faults.join(' ') : errorText(error)}</p>
      {requestId !== undefined && (
        <p className="request-id">
          {TEXTS.requestId} <code>{requestId}</code>
        </p>
      )}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          {TEXTS.tryAgain}
        </button>
      )}
    </div>
  );
}

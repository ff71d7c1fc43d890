import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';
import { TEXTS } from './ui-texts.ts';

/** Placeholder rows of the final size, so that nothing moves when the data arrives. */
export function Skeleton({ rows, className }: { rows: number; className: string }) {
  return (
    <ul className={className} aria-busy="true" aria-label={TEXTS.loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical
        <li key={row} className="skeleton" aria-hidden="true" />
      ))}
    </ul>
  );
}

function Empty({ children }: { children: ReactNode }) {
  return <div className="empty">{children}</div>;
}

interface ListStateProps {
  isLoading: boolean;
  error: Error | null;
  isEmpty: boolean;
  onRetry(): void;
  skeleton: ReactNode;
  /** The text of an empty list. */
  empty: ReactNode;
  children: ReactNode;
}

/** Shows a list, or its state if there is nothing to show: loading, failed or empty. */
export function ListState({ isLoading, error, isEmpty, onRetry, skeleton, empty, children }: ListStateProps) {
  if (isLoading) return skeleton;
  if (error !== null && isEmpty) return <ErrorNote error={error} onRetry={onRetry} />;
  return isEmpty ? <Empty>{empty}</Empty> : children;
}

import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

/** Rows of the size of those that are to come, so that nothing moves when they do. */
export function Skeleton({ rows, className }: { rows: number; className: string }) {
  return (
    <ul className={className} aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
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
  /** What is said where there is nothing. */
  empty: ReactNode;
  children: ReactNode;
}

/** A list as it is: loading, failed with nothing to show, empty, or there. */
export function ListState({ isLoading, error, isEmpty, onRetry, skeleton, empty, children }: ListStateProps) {
  if (isLoading) return skeleton;
  if (error !== null && isEmpty) return <ErrorNote error={error} onRetry={onRetry} />;
  return isEmpty ? <Empty>{empty}</Empty> : children;
}

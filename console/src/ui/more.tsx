import { useEffect, useRef } from 'react';
import { ErrorNote } from './error-note.tsx';

interface MoreProps {
  hasMore: boolean;
  isLoading: boolean;
  error: Error | null;
  /** What is at the end of the list. */
  end: string;
  loadMore(): void;
}

/** The end of what is loaded: goes on when it comes into sight, or by its button. */
export function More({ hasMore, isLoading, error, end, loadMore }: MoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const goesOn = hasMore && !isLoading && error === null;
  useEffect(() => {
    const target = place.current;
    if (target === null || !goesOn) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && loadMore(),
      { rootMargin: '600px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [goesOn, loadMore]);
  return (
    <div ref={place} className="more">
      {error !== null && <ErrorNote error={error} onRetry={loadMore} />}
      {hasMore && error === null && (
        <button type="button" onClick={loadMore} disabled={isLoading}>
          {isLoading ? 'Loading…' : 'Show more'}
        </button>
      )}
      {!hasMore && <p>{end}</p>}
    </div>
  );
}

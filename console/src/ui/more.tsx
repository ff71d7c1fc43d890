import type { InfiniteData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ErrorNote } from './error-note.tsx';

/** A list that is read page by page, as `useInfiniteQuery` gives it. */
interface PagedList {
  data: InfiniteData<unknown, unknown> | undefined;
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage(): unknown;
}

interface MoreProps {
  list: PagedList;
  /** Whether the list is being read, so that the next page has to wait. */
  isLoading: boolean;
  /** What is said at the end of the list. */
  end: string;
}

/** The end of what is loaded: goes on when it comes into sight, or by its button. */
export function More({ list, ...props }: MoreProps) {
  // A new one behind each page: the same one would jump away from a reader who is faster than the answer.
  return <End key={list.data?.pages.length} list={list} {...props} />;
}

function End({ list, isLoading, end }: MoreProps) {
  const { hasNextPage, fetchNextPage } = list;
  const error = list.isFetchNextPageError ? list.error : null;
  const place = useRef<HTMLDivElement>(null);
  const goesOn = hasNextPage && !isLoading && error === null;
  useEffect(() => {
    const target = place.current;
    if (target === null || !goesOn) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && fetchNextPage(),
      { rootMargin: '600px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [goesOn, fetchNextPage]);
  return (
    <div ref={place} className="more">
      {error !== null && <ErrorNote error={error} onRetry={fetchNextPage} />}
      {hasNextPage && error === null && (
        <button type="button" onClick={() => fetchNextPage()} disabled={isLoading}>
          {isLoading ? 'Loading…' : 'Show more'}
        </button>
      )}
      {!hasNextPage && <p>{end}</p>}
    </div>
  );
}

import type { InfiniteData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ErrorNote } from './error-note.tsx';
import { TEXTS } from './ui-texts.ts';

/** The result of `useInfiniteQuery`. */
interface PagedList {
  data: InfiniteData<unknown, unknown> | undefined;
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage(): unknown;
}

interface MoreProps {
  list: PagedList;
  isLoading: boolean;
  /** The text after the last page. */
  end: string;
}

/** The end of the pages that are loaded. Loads the next page when it becomes visible, or by its button. */
export function More({ list, ...props }: MoreProps) {
  // A new element after each page: the same one would move away from a user who scrolls faster than pages arrive.
  return <End key={list.data?.pages.length} list={list} {...props} />;
}

function End({ list, isLoading, end }: MoreProps) {
  const { hasNextPage, fetchNextPage } = list;
  const error = list.isFetchNextPageError ? list.error : null;
  const element = useRef<HTMLDivElement>(null);
  const loadsWhenVisible = hasNextPage && !isLoading && error === null;
  useEffect(() => {
    const target = element.current;
    if (target === null || !loadsWhenVisible) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && fetchNextPage(),
      { rootMargin: '600px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [loadsWhenVisible, fetchNextPage]);
  return (
    <div ref={element} className="more">
      {error !== null && <ErrorNote error={error} onRetry={fetchNextPage} />}
      {hasNextPage && error === null && (
        <button type="button" onClick={() => fetchNextPage()} disabled={isLoading}>
          {isLoading ? TEXTS.loadingMore : TEXTS.showMore}
        </button>
      )}
      {!hasNextPage && <p>{end}</p>}
    </div>
  );
}

import { type RefObject, useRef } from 'react';
import { useFocusLeftIn } from './focus-left-in.ts';

interface NewsBarProps {
  count: number;
  text: string;
  onShow(): void;
}

/**
 * Tells of what is new above a list. Its place is kept free, so that nothing moves when it fills, and the keyboard stays
 * in it when the button has gone: what was shown comes next.
 */
export function PendingUpdatesBar({ count, text, onShow }: NewsBarProps) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className="news-bar" role="status" aria-label="News" tabIndex={-1}>
      {count > 0 && (
        <>
          <Show place={place} onShow={onShow} />
          <span className="news-text">{text}</span>
        </>
      )}
    </div>
  );
}

interface ShowProps {
  place: RefObject<HTMLElement | null>;
  onShow(): void;
}

function Show({ place, onShow }: ShowProps) {
  useFocusLeftIn(place);
  return (
    <button type="button" onClick={onShow}>
      Show
    </button>
  );
}

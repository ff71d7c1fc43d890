import { type RefObject, useRef } from 'react';
import { useKeepFocusIn } from './keep-focus-in.ts';
import { TEXTS } from './ui-texts.ts';

interface PendingUpdatesBarProps {
  count: number;
  text: string;
  onShow(): void;
}

/**
 * Announces new items above a list. Its space is always reserved, so that nothing moves. It keeps the focus after `Show`, because
 * the new items come next.
 */
export function PendingUpdatesBar({ count, text, onShow }: PendingUpdatesBarProps) {
  const container = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={container}
      className="pending-updates-bar"
      role="status"
      aria-label={TEXTS.updates}
      tabIndex={-1}
    >
      {count > 0 && (
        <>
          <Show container={container} onShow={onShow} />
          <span className="pending-updates-text">{text}</span>
        </>
      )}
    </div>
  );
}

interface ShowProps {
  container: RefObject<HTMLElement | null>;
  onShow(): void;
}

function Show({ container, onShow }: ShowProps) {
  useKeepFocusIn(container);
  return (
    <button type="button" onClick={onShow}>
      {TEXTS.show}
    </button>
  );
}

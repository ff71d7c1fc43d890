import { useState } from 'react';
import { useObservable } from '../../observable.ts';
import { partWhenOpened } from '../../ui/when-opened.tsx';
import { useSelection } from './selection.ts';
import type { AskedChange } from './selection-actions.tsx';
import { TEXTS } from './selection-texts.ts';
import './selection.css';

const SelectionActions = partWhenOpened(
  async () => (await import('./selection-actions.tsx')).SelectionActions,
);
const SelectionQuestion = partWhenOpened(
  async () => (await import('./selection-actions.tsx')).SelectionQuestion,
);

/** Changes the status of the selected animals, or removes them. It covers the end of the screen, so that nothing moves. */
export function SelectionBar() {
  const { size } = useObservable(useSelection().chosen);
  // A question about many animals stays open when they are no longer selected.
  const [asked, setAsked] = useState<AskedChange>();
  return (
    <>
      <div className="selection-bar" role="status" aria-label={TEXTS.selection}>
        {size > 0 && (
          <>
            <p>{TEXTS.selected(size)}</p>
            <SelectionActions onAsk={setAsked} />
          </>
        )}
      </div>
      {asked !== undefined && <SelectionQuestion asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

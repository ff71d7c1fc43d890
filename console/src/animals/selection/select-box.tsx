import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useSelected } from '../../observable.ts';
import { type Selected, useSelection } from './selection.ts';
import { TEXTS } from './selection-texts.ts';

/** Selects an animal for a change of several; with the Shift key, all between it and the one before. */
export function SelectBox({ pet, choices, mayRemove }: Selected) {
  const selection = useSelection();
  const isSelected = useSelected(selection.chosen, (all) => all.has(pet.id));
  // Browsers differ in whether the event of a changed box has the key.
  const hasShift = useRef(false);
  const note = (event: KeyboardEvent | PointerEvent) => {
    hasShift.current = event.shiftKey;
  };
  useEffect(() => selection.offer({ pet, choices, mayRemove }), [selection, pet, choices, mayRemove]);
  return (
    <label className="select-box" onPointerDown={note} onKeyDown={note}>
      <input
        type="checkbox"
        aria-label={TEXTS.select(pet.name)}
        checked={isSelected}
        onChange={() => {
          selection.toggle({ pet, choices, mayRemove }, hasShift.current);
          hasShift.current = false;
        }}
      />
    </label>
  );
}

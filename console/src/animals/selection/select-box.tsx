import { useSelected } from '../../observable.ts';
import { type Selected, toggle, useSelection } from './selection.ts';
import { TEXTS } from './selection-texts.ts';

/** Selects an animal for a change of several. */
export function SelectBox({ pet, choices, mayRemove }: Selected) {
  const selection = useSelection();
  const isSelected = useSelected(selection, (all) => all.has(pet.id));
  return (
    <label className="select-box">
      <input
        type="checkbox"
        aria-label={TEXTS.select(pet.name)}
        checked={isSelected}
        onChange={() => toggle(selection, { pet, choices, mayRemove })}
      />
    </label>
  );
}

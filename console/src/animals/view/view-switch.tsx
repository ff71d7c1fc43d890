import type { ReactNode } from 'react';
import { type AnimalsRoute, hrefOf, type View } from '../../route.ts';
import { TEXTS } from '../animals-texts.ts';
import { chooseView, useView } from './view.ts';

/** Chooses between pictures and a dense table. */
export function ViewSwitch(route: AnimalsRoute) {
  const current = useView(route);
  const choose = (view: View) => {
    chooseView(view);
    // An address without a view follows the choice.
    if (route.view !== undefined) location.replace(hrefOf({ ...route, view }));
  };
  const choice = { current, onChoose: choose };
  return (
    <fieldset className="view-switch">
      <legend className="visually-hidden">{TEXTS.view}</legend>
      <Choice to="pictures" name={TEXTS.pictures} {...choice}>
        <path d="M3 3h8v8H3zM13 3h8v8h-8zM3 13h8v8H3zM13 13h8v8h-8z" />
      </Choice>
      <Choice to="table" name={TEXTS.table} {...choice}>
        <path d="M3 4h18v3H3zM3 10.5h18v3H3zM3 17h18v3H3z" />
      </Choice>
    </fieldset>
  );
}

interface ChoiceProps {
  to: View;
  name: string;
  current: View;
  onChoose(view: View): void;
  children: ReactNode;
}

function Choice({ to, name, current, onChoose, children }: ChoiceProps) {
  return (
    <button type="button" title={name} aria-pressed={to === current} onClick={() => onChoose(to)}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
      <span className="visually-hidden">{name}</span>
    </button>
  );
}

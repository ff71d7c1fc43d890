import type { ReactNode } from 'react';
import { useObservable } from '../../observable.ts';
import { TEXTS } from '../animals-texts.ts';
import { chooseView, type View, view } from './view.ts';

/** Chooses between pictures and a dense table. */
export function ViewSwitch() {
  return (
    <fieldset className="view-switch">
      <legend className="visually-hidden">{TEXTS.view}</legend>
      <Choice to="pictures" name={TEXTS.pictures}>
        <path d="M3 3h8v8H3zM13 3h8v8h-8zM3 13h8v8H3zM13 13h8v8h-8z" />
      </Choice>
      <Choice to="table" name={TEXTS.table}>
        <path d="M3 4h18v3H3zM3 10.5h18v3H3zM3 17h18v3H3z" />
      </Choice>
    </fieldset>
  );
}

function Choice({ to, name, children }: { to: View; name: string; children: ReactNode }) {
  const current = useObservable(view);
  return (
    <button type="button" title={name} aria-pressed={to === current} onClick={() => chooseView(to)}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
      <span className="visually-hidden">{name}</span>
    </button>
  );
}

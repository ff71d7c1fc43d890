import type { ReactNode } from 'react';
import { hrefOf } from '../route.ts';
import { TEXTS } from './ui-texts.ts';

/** States that a page is not for the role of the user, and leads to the animals, which all roles see. */
export function NotForRole({ children }: { children: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      <p>
        <a href={hrefOf({ page: 'animals' })}>{TEXTS.toAnimals}</a>
      </p>
    </div>
  );
}

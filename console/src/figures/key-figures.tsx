import type { ReactNode } from 'react';
import { TEXTS } from './figures-texts.ts';

interface KeyFiguresProps {
  /** Each with its name. */
  figures: ReadonlyArray<readonly [name: string, value: string]>;
  /** What explains them. */
  children: ReactNode;
}

/** The figures of the whole period. */
export function KeyFigures({ figures, children }: KeyFiguresProps) {
  return (
    <section className="card figures-card" aria-label={TEXTS.keyFigures}>
      <dl className="key-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}

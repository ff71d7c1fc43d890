import { useId } from 'react';
import { Moment } from '../../session/moment.tsx';
import type { Author, StateReached } from '../application.ts';
import { TEXTS } from './application-texts.ts';

/** Returns who did something, in words. */
export function authorText({ author, person }: Author): string {
  return person?.name ?? TEXTS[author];
}

/** The states that it reached, with who did it and what the applicant read. */
export function History({ states }: { states: readonly StateReached[] }) {
  const id = useId();
  return (
    <section className="card application-history" aria-labelledby={id}>
      <h2 id={id}>{TEXTS.history}</h2>
      <ol>
        {states.map(({ state, at, reason, ...by }) => (
          <li key={`${at} ${state}`}>
            <p>
              <strong>{TEXTS.states[state]}</strong>{' '}
              <span className="detail">
                <bdi>{authorText(by)}</bdi> · <Moment at={at} />
              </span>
            </p>
            {reason !== undefined && <blockquote>{reason}</blockquote>}
          </li>
        ))}
      </ol>
    </section>
  );
}

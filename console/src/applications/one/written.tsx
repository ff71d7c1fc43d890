import type { Application } from '@petstore/client';
import { useId } from 'react';
import { Moment } from '../../session/moment.tsx';
import type { Entry } from '../application.ts';
import { TEXTS } from './application-texts.ts';
import { authorText } from './history.tsx';
import { WriteForm } from './write-form.tsx';

interface WrittenProps {
  application: Application;
}

/** What applicant and shelter wrote to each other, and a form to ask. */
export function Messages({ application }: WrittenProps) {
  const { id, messages, applicant, state } = application;
  const titleId = useId();
  return (
    <section className="card application-messages" aria-labelledby={titleId}>
      <h2 id={titleId}>{TEXTS.messages}</h2>
      {messages.length === 0 && <p className="detail">{TEXTS.noMessages}</p>}
      <Entries entries={messages} />
      {state !== 'withdrawn' && (
        <WriteForm
          draft={`application-message-${id}`}
          label={TEXTS.ask}
          hint={applicant.email === undefined ? TEXTS.withoutEmail : TEXTS.askHint}
          submit={TEXTS.send}
          pending={TEXTS.sending}
          applicationId={id}
          kind="message"
        />
      )}
    </section>
  );
}

/** What only the shelter reads. */
export function Notes({ application: { id, notes } }: WrittenProps) {
  const titleId = useId();
  return (
    <section className="card" aria-labelledby={titleId}>
      <h2 id={titleId}>{TEXTS.notes}</h2>
      {notes.length === 0 && <p className="detail">{TEXTS.noNotes}</p>}
      <Entries entries={notes} />
      <WriteForm
        draft={`application-note-${id}`}
        label={TEXTS.note}
        hint={TEXTS.noteHint}
        submit={TEXTS.add}
        pending={TEXTS.adding}
        applicationId={id}
        kind="note"
      />
    </section>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="entries">
      {entries.map(({ id, at, text, ...by }) => (
        <li key={String(id)} className={`by-${by.author}`}>
          <p className="detail">
            <bdi>{authorText(by)}</bdi> · <Moment at={at} />
          </p>
          <p className="written">{text}</p>
        </li>
      ))}
    </ul>
  );
}

import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { TEXTS } from '../../ui-texts.ts';
import './conflict-note.css';
import { setValue } from '../form-values.ts';
import type { FieldConflict, FormConflict } from './form-conflict.ts';

interface ConflictNoteProps {
  form: RefObject<HTMLFormElement | null>;
  conflict: FormConflict;
}

/** Shows both values of each field that someone else has changed as well. It gets the focus, which reads it aloud. */
export function ConflictNote({ form, conflict }: ConflictNoteProps) {
  const box = useRef<HTMLElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conflict
  useEffect(() => box.current?.focus(), [conflict]);
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={id} className="error-note conflict-note">
      <p id={id}>{conflict.message}</p>
      <ul>
        {conflict.fields.map((field) => (
          <Field key={field.name} form={form} field={field} />
        ))}
      </ul>
    </section>
  );
}

function Field({ form, field }: Pick<ConflictNoteProps, 'form'> & { field: FieldConflict }) {
  const [isTaken, setTaken] = useState(false);
  const { name, label, mine, theirs, value, ownValue } = field;
  const toggle = () => {
    if (form.current !== null) setValue(form.current, name, isTaken ? ownValue : value);
    setTaken(!isTaken);
  };
  return (
    <li>
      <strong>{label}</strong>
      <p>
        {TEXTS.mine} {quoted(mine)}
      </p>
      <p>
        {TEXTS.theirs} {quoted(theirs)}{' '}
        <button type="button" aria-pressed={isTaken} onClick={toggle}>
          {TEXTS.takeTheirs}
          <span className="visually-hidden"> {label}</span>
        </button>
      </p>
    </li>
  );
}

function quoted(text: string): ReactNode {
  return text === TEXTS.empty ? text : <q>{text}</q>;
}

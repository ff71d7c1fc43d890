import { type ReactNode, useId } from 'react';
import type { Language } from '../../texts/languages.ts';
import type { QuestionKind } from '../application.ts';
import { VISITOR_WORDS } from './visitor-words.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A question in one language. */
interface ShownQuestion {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly required: boolean;
  readonly label: string;
  readonly hint: string;
  readonly choices: readonly Choice[];
}

/** The fields of the form, which can be tried out and are not sent. */
export function PreviewFields({
  language,
  questions,
}: {
  language: Language;
  questions: readonly ShownQuestion[];
}) {
  const words = VISITOR_WORDS[language];
  return (
    <div className="preview-fields" lang={language}>
      <Field label={words.name}>{(id) => <input id={id} autoComplete="off" />}</Field>
      <Field label={words.email} note={words.optional}>
        {(id) => <input id={id} type="email" autoComplete="off" />}
      </Field>
      <Field label={words.telephone} note={words.optional}>
        {(id) => <input id={id} type="tel" autoComplete="off" />}
      </Field>
      {questions.map((question) => (
        <QuestionField key={question.id} question={question} language={language} />
      ))}
      <Field label={words.message} note={words.optional}>
        {(id) => <textarea id={id} rows={3} />}
      </Field>
      <p>
        <span className="preview-button">{words.send}</span>
      </p>
    </div>
  );
}

function QuestionField({ question, language }: { question: ShownQuestion; language: Language }) {
  const words = VISITOR_WORDS[language];
  const { kind, label, hint, choices, required } = question;
  const note = required ? undefined : words.optional;
  if (kind === 'choice') return <Group {...{ label, note, hint, choices }} type="radio" />;
  if (kind === 'choices') return <Group {...{ label, note, hint, choices }} type="checkbox" />;
  if (kind === 'yes_no') {
    const yesOrNo = [
      { value: 'yes', label: words.yes },
      { value: 'no', label: words.no },
    ];
    return <Group {...{ label, note, hint }} choices={yesOrNo} type="radio" />;
  }
  return (
    <Field label={label} note={note} hint={hint}>
      {(id) => {
        if (kind === 'long_text') return <textarea id={id} rows={4} />;
        const type = kind === 'date' ? 'date' : kind === 'number' ? 'number' : 'text';
        return <input id={id} type={type} autoComplete="off" />;
      }}
    </Field>
  );
}

interface Labelled {
  label: string;
  note?: string | undefined;
  hint?: string;
}

function Field({ label, note, hint = '', children }: Labelled & { children(id: string): ReactNode }) {
  const id = useId();
  return (
    <div className="preview-field">
      <label htmlFor={id}>
        {label} <Note>{note}</Note>
      </label>
      {children(id)}
      {hint !== '' && <p className="hint">{hint}</p>}
    </div>
  );
}

interface GroupProps extends Labelled {
  choices: readonly Choice[];
  type: 'radio' | 'checkbox';
}

function Group({ label, note, hint = '', choices, type }: GroupProps) {
  const name = useId();
  return (
    <fieldset className="preview-field">
      <legend>
        {label} <Note>{note}</Note>
      </legend>
      {hint !== '' && <p className="hint">{hint}</p>}
      {choices.map(({ value, label: text }) => (
        <label key={value} className="switch">
          <input type={type} name={name} value={value} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

function Note({ children }: { children: string | undefined }) {
  return children !== undefined && <span className="hint">({children})</span>;
}

import { useRef, useState } from 'react';
import { useCategoryNames } from '../../category-name.tsx';
import { language } from '../../texts/language.ts';
import { languageName } from '../../texts/language-names.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import type { Question } from '../application.ts';
import { missingLanguages, textIn } from '../language-text.ts';
import { QuestionForm } from './question-form.tsx';
import { KIND_NAMES, TEXTS } from './questions-texts.ts';
import { useMayChangeForm, useQuestionsChange } from './use-questions.ts';

/** The questions in their order, each with what can be done with it. */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  const move = useQuestionsChange(questions, () => {});
  const categoryName = useCategoryNames(questions.flatMap(({ categoryId }) => categoryId ?? []));
  if (questions.length === 0) return <p className="empty">{TEXTS.none}</p>;
  const moveTo = (from: number, to: number) =>
    move.mutate(() => {
      const moved = [...questions];
      moved.splice(to, 0, ...moved.splice(from, 1));
      return moved;
    });
  return (
    <>
      <div role="alert">{move.error !== null && <ErrorNote error={move.error} />}</div>
      <ol className="questions" aria-busy={move.isPending}>
        {questions.map((question, index) => (
          <QuestionCard
            key={question.id}
            question={question}
            questions={questions}
            categoryName={question.categoryId === undefined ? undefined : categoryName(question.categoryId)}
            isBusy={move.isPending}
            onUp={index === 0 ? undefined : () => moveTo(index, index - 1)}
            onDown={index === questions.length - 1 ? undefined : () => moveTo(index, index + 1)}
          />
        ))}
      </ol>
    </>
  );
}

interface QuestionCardProps {
  question: Question;
  questions: readonly Question[];
  categoryName: string | undefined;
  isBusy: boolean;
  /** Undefined for the first one. */
  onUp: (() => void) | undefined;
  /** Undefined for the last one. */
  onDown: (() => void) | undefined;
}

function QuestionCard(props: QuestionCardProps) {
  const { question, questions, isBusy, onUp, onDown } = props;
  const mayChange = useMayChangeForm();
  const [dialog, setDialog] = useState<'change' | 'remove'>();
  const close = () => setDialog(undefined);
  const text = textIn(language, question.text);
  const of = <span className="visually-hidden"> {TEXTS.of(text)}</span>;
  return (
    <li className="card question">
      <h2>{text}</h2>
      <p className="detail">
        <QuestionFacts {...props} />
      </p>
      {mayChange && (
        <div className="question-actions">
          <button
            type="button"
            aria-disabled={isBusy || onUp === undefined}
            onClick={() => !isBusy && onUp?.()}
          >
            <span aria-hidden="true">↑</span>
            <span className="visually-hidden">
              {TEXTS.up} {TEXTS.of(text)}
            </span>
          </button>
          <button
            type="button"
            aria-disabled={isBusy || onDown === undefined}
            onClick={() => !isBusy && onDown?.()}
          >
            <span aria-hidden="true">↓</span>
            <span className="visually-hidden">
              {TEXTS.down} {TEXTS.of(text)}
            </span>
          </button>
          <button type="button" onClick={() => setDialog('change')}>
            {TEXTS.change}
            {of}
          </button>
          <button type="button" onClick={() => setDialog('remove')}>
            {TEXTS.remove}
            {of}
          </button>
        </div>
      )}
      {dialog === 'change' && <QuestionForm questions={questions} question={question} onClose={close} />}
      {dialog === 'remove' && <RemoveQuestion questions={questions} question={question} onClose={close} />}
    </li>
  );
}

function QuestionFacts({ question, categoryName }: Pick<QuestionCardProps, 'question' | 'categoryName'>) {
  const missing = missingLanguages(question.text).map((code) => languageName(code));
  return (
    <>
      <span>{KIND_NAMES[question.kind]}</span>
      {question.options !== undefined && <span>{TEXTS.choiceCount(question.options.length)}</span>}
      <span>{question.required ? TEXTS.required : TEXTS.optional}</span>
      {categoryName !== undefined && <span>{TEXTS.onlyFor(categoryName)}</span>}
      {missing.length > 0 && <span>{TEXTS.missingIn(missing.join(', '))}</span>}
    </>
  );
}

interface RemoveQuestionProps {
  questions: readonly Question[];
  question: Question;
  onClose(): void;
}

function RemoveQuestion({ questions, question, onClose }: RemoveQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const remove = useQuestionsChange(questions, () => dialog.current?.close(SAVED));
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.removeQuestion}
      submit={TEXTS.removeSubmit}
      mutation={remove}
      onSubmit={() => remove.mutate(() => questions.filter(({ id }) => id !== question.id))}
      onClose={onClose}
    >
      <p>{TEXTS.of(textIn(language, question.text))}</p>
      <p>{TEXTS.removeEffect}</p>
    </FormDialog>
  );
}

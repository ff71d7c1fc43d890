import { bigintReplacer } from '@petstore/client';
import { type ChangeEvent, useRef, useState } from 'react';
import { PageError } from '../../texts/error-text.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { Question } from '../application.ts';
import { TEXTS } from './questions-texts.ts';
import { useQuestionsChange } from './use-questions.ts';

interface Chosen {
  readonly name: string;
  readonly questions: Question[];
}

/** The questions as a file, for another shelter or for later, and the questions of a file. */
export function QuestionFiles({ questions }: { questions: readonly Question[] }) {
  const file = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<Error>();
  const save = () => {
    const text = JSON.stringify({ questions }, bigintReplacer, 2);
    saveFile(TEXTS.fileName, new Blob([text], { type: 'application/json' }));
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [first] = target.files ?? [];
    if (first === undefined) return;
    setProblem(undefined);
    try {
      setChosen({ name: first.name, questions: questionsIn(await first.text()) });
    } catch {
      setProblem(new PageError(TEXTS.notQuestions));
    }
    // The same file can be chosen again.
    target.value = '';
  };
  return (
    <div className="question-files">
      <button type="button" onClick={save}>
        {TEXTS.exportFile}
      </button>
      <button type="button" onClick={() => file.current?.click()}>
        {TEXTS.importFile}
      </button>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        aria-label={TEXTS.importFile}
        hidden
        onChange={choose}
      />
      <div role="alert">{problem !== undefined && <ErrorNote error={problem} />}</div>
      {chosen !== undefined && (
        <ReplaceQuestions shown={questions} chosen={chosen} onClose={() => setChosen(undefined)} />
      )}
    </div>
  );
}

/** Only the frame of the file is checked. The service checks each question, and its ids are integers of 64 bits. */
function questionsIn(text: string): Question[] {
  const content: unknown = JSON.parse(text);
  if (typeof content !== 'object' || content === null || !('questions' in content)) throw new Error(text);
  const { questions } = content;
  if (!Array.isArray(questions) || !questions.every(isQuestion)) throw new Error(text);
  return questions.map(({ categoryId, ...question }) => ({
    ...question,
    ...(categoryId !== undefined && { categoryId: BigInt(categoryId) }),
  }));
}

function isQuestion(item: unknown): item is Question {
  return (
    typeof item === 'object' &&
    item !== null &&
    'id' in item &&
    'kind' in item &&
    'text' in item &&
    typeof item.text === 'object'
  );
}

interface ReplaceQuestionsProps {
  shown: readonly Question[];
  chosen: Chosen;
  onClose(): void;
}

function ReplaceQuestions({ shown, chosen, onClose }: ReplaceQuestionsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const replace = useQuestionsChange(shown, () => dialog.current?.close(SAVED));
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.importTitle}
      submit={TEXTS.importSubmit}
      mutation={replace}
      onSubmit={() => replace.mutate(() => chosen.questions)}
      onClose={onClose}
    >
      <p>{TEXTS.importEffect(chosen.name, TEXTS.questionCount(chosen.questions.length))}</p>
    </FormDialog>
  );
}

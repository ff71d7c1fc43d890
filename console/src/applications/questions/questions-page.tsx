import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Skeleton } from '../../ui/list-states.tsx';
import type { Question } from '../application.ts';
import { questionsOf } from '../application-queries.ts';
import { SectionPage } from '../section-page.tsx';
import { ApplicationSettings } from './application-settings.tsx';
import { FormPreview } from './form-preview.tsx';
import { QuestionFiles } from './question-files.tsx';
import { QuestionForm } from './question-form.tsx';
import { QuestionList } from './question-list.tsx';
import { TEXTS } from './questions-texts.ts';
import { useMayChangeForm } from './use-questions.ts';
import './questions.css';

/** What the shelter asks those who apply: the questions, how the form looks, and how applications are taken. */
export function QuestionsPage() {
  const { petstore } = useSession();
  const { data, error, refetch } = useQuery(questionsOf(petstore));
  const [isAdding, setAdding] = useState(false);
  const mayChange = useMayChangeForm();
  const add = data !== undefined && mayChange && (
    <button type="button" className="primary" onClick={() => setAdding(true)}>
      {TEXTS.add}
    </button>
  );
  return (
    <SectionPage page="questions" actions={add}>
      <p className="hint">
        {TEXTS.purpose} {!mayChange && TEXTS.forManagers}
      </p>
      {data === undefined && error === null && <Skeleton rows={6} className="questions" />}
      {data === undefined && error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {data !== undefined && <Content questions={data.questions} />}
      {data !== undefined && isAdding && (
        <QuestionForm questions={data.questions} onClose={() => setAdding(false)} />
      )}
    </SectionPage>
  );
}

function Content({ questions }: { questions: readonly Question[] }) {
  const mayChange = useMayChangeForm();
  return (
    <>
      <QuestionList questions={questions} />
      {mayChange && <QuestionFiles questions={questions} />}
      <div className="question-columns">
        {mayChange && <ApplicationSettings />}
        <FormPreview questions={questions} />
      </div>
    </>
  );
}

import type { Application } from '@petstore/client';
import { useId } from 'react';
import { language } from '../../texts/language.ts';
import { textIn } from '../language-text.ts';
import { answerText } from './answer-text.ts';
import { TEXTS } from './application-texts.ts';

/** The answers, each below its question as it was asked. */
export function Answers({ application }: { application: Application }) {
  const id = useId();
  const values = new Map(application.answers.map(({ questionId, value }) => [questionId, value]));
  return (
    <section className="card application-answers" aria-labelledby={id}>
      <h2 id={id}>{TEXTS.answers}</h2>
      <dl>
        {application.questions.map((question) => {
          const value = values.get(question.id);
          return (
            <div key={question.id}>
              <dt>{textIn(language, question.text)}</dt>
              {value === undefined ? (
                <dd className="detail">{TEXTS.notAnswered}</dd>
              ) : (
                <dd lang={isTyped(question.kind) ? application.language : undefined}>
                  {answerText(question, value)}
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** What the applicant typed is in the language of the applicant. */
function isTyped(kind: string): boolean {
  return kind === 'short_text' || kind === 'long_text';
}

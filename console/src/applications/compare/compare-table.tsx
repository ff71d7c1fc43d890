import type { Application } from '@petstore/client';
import { type ReactNode, useId } from 'react';
import { hrefOf } from '../../route.ts';
import { withLabel } from '../../texts/french.ts';
import { language } from '../../texts/language.ts';
import { ScrollingTable } from '../../ui/scrolling/scrolling-table.tsx';
import type { Question } from '../application.ts';
import { textIn } from '../language-text.ts';
import { answerText } from '../one/answer-text.ts';
import { TEXTS as APPLICATION_TEXTS } from '../one/application-texts.ts';
import { StateChip } from '../state-chip.tsx';
import { WaitingTime } from '../waiting-time.tsx';
import { TEXTS } from './compare-texts.ts';

interface CompareTableProps {
  /** The oldest first. */
  applications: readonly Application[];
}

/** A column for each applicant, and a row for each question that one of them was asked. */
export function CompareTable({ applications }: CompareTableProps) {
  const id = useId();
  const next = nextInLine(applications);
  return (
    <ScrollingTable label={TEXTS.sideBySide} className="compare">
      <table>
        <thead>
          <tr>
            {applications.map((application) => (
              <th key={String(application.id)} scope="col">
                <Head application={application} nextHelpId={application === next ? id : undefined} />
              </th>
            ))}
          </tr>
        </thead>
        <Rows title={TEXTS.state} columns={applications.length}>
          {applications.map((application) => (
            <td key={String(application.id)}>
              <StateChip state={application.state} />{' '}
              <span className="detail">
                <WaitingTime application={application} />
              </span>
            </td>
          ))}
        </Rows>
        <Rows title={TEXTS.contact} columns={applications.length}>
          {applications.map(({ id: key, applicant }) => (
            <td key={String(key)}>{applicant.email ?? applicant.telephone}</td>
          ))}
        </Rows>
        {questionsOfAll(applications).map((question) => (
          <Rows key={question.id} title={textIn(language, question.text)} columns={applications.length}>
            {applications.map((application) => (
              <AnswerCell key={String(application.id)} application={application} questionId={question.id} />
            ))}
          </Rows>
        ))}
      </table>
      {next !== undefined && (
        <p id={id} className="hint">
          {withLabel(TEXTS.next, TEXTS.nextHelp)}
        </p>
      )}
    </ScrollingTable>
  );
}

interface RowsProps {
  title: string;
  columns: number;
  children: ReactNode;
}

/** The question in a line of its own, so that the answers have all of the width, also on a phone. */
function Rows({ title, columns, children }: RowsProps) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={columns}>
          <span>{title}</span>
        </th>
      </tr>
      <tr>{children}</tr>
    </tbody>
  );
}

interface HeadProps {
  application: Application;
  /** What explains the mark; undefined for all but the next in line. */
  nextHelpId: string | undefined;
}

function Head({ application: { id, applicant }, nextHelpId }: HeadProps) {
  return (
    <>
      <bdi>{applicant.name}</bdi>
      {nextHelpId !== undefined && (
        <span className="next-mark" aria-describedby={nextHelpId}>
          {TEXTS.next}
        </span>
      )}
      <a href={hrefOf({ page: 'application', id })}>
        {TEXTS.open}
        <span className="visually-hidden"> {TEXTS.openOf(applicant.name)}</span>
      </a>
    </>
  );
}

function AnswerCell({ application, questionId }: { application: Application; questionId: string }) {
  const question = application.questions.find(({ id }) => id === questionId);
  const answer = application.answers.find((one) => one.questionId === questionId);
  if (question === undefined || answer === undefined) {
    return <td className="detail">{APPLICATION_TEXTS.notAnswered}</td>;
  }
  return <td className="written">{answerText(question, answer.value)}</td>;
}

/** Each question once, in the order in which it was asked first. */
function questionsOfAll(applications: readonly Application[]): Question[] {
  const all = applications.flatMap(({ questions }) => questions);
  // The newest wording of a question.
  return [...new Map(all.map((question) => [question.id, question])).values()];
}

/** Returns the oldest application that waits, unless one is accepted. One whose acceptance has ended comes after the others. */
function nextInLine(applications: readonly Application[]): Application | undefined {
  if (applications.some(({ state }) => state === 'accepted' || state === 'adopted')) return undefined;
  const waiting = applications.filter(({ endedAt }) => endedAt === undefined);
  const untried = waiting.find(({ states }) => states.every(({ state }) => state !== 'accepted'));
  return untried ?? waiting[0];
}

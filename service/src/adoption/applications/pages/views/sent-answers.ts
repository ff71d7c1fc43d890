import type { Language } from '../../../../platform/core/languages.ts';
import { type Html, html } from '../../../../platform/http/html.ts';
import type { Visit } from '../../../public-pages/public-page.ts';
import type { Application } from '../../application.ts';
import type { AnswerValue } from '../../questions/answers.ts';
import { type Question, textIn } from '../../questions/question.ts';
import type { PageTexts } from '../texts/page-texts.ts';

/** Returns all that is stored of what an applicant has sent, apart from the messages. */
export function sentAnswers(
  { applicant, questions, answers }: Application,
  { language }: Visit,
  { form }: PageTexts,
): Html {
  const own = [
    [form.name, applicant.name],
    [form.email, applicant.email],
    [form.telephone, applicant.telephone],
  ] as const;
  const answered = questions.map((question) => {
    const value = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined;
    return [
      textIn(question.text, language),
      value === undefined ? undefined : answerText(question, value, language, form),
    ] as const;
  });
  return html`<dl class="sent">
${[...own, ...answered].map(([term, text]) => text !== undefined && html`<dt dir="auto">${term}</dt><dd dir="auto">${text}</dd>\n`)}</dl>
`;
}

function answerText(
  { kind, options = [] }: Question,
  value: AnswerValue,
  language: Language,
  form: PageTexts['form'],
): string {
  const chosen = (id: string) => {
    const option = options.find((one) => one.id === id);
    return option === undefined ? id : textIn(option.text, language);
  };
  if (typeof value === 'boolean') return value ? form.yes : form.no;
  if (typeof value === 'number') return value.toLocaleString(language);
  if (typeof value !== 'string') return value.map(chosen).join(', ');
  if (kind === 'date')
    return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value));
  return kind === 'choice' ? chosen(value) : value;
}

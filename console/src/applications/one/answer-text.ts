import { formatNumber } from '../../texts/in-language.ts';
import { language } from '../../texts/language.ts';
import { fullDay } from '../../ui/local-text.ts';
import type { AnswerValue, Question } from '../application.ts';
import { textIn } from '../language-text.ts';
import { TEXTS } from './application-texts.ts';

/** Returns an answer in words: the texts of choices, and days and numbers as the shelter writes them. */
export function answerText({ kind, options = [] }: Question, value: AnswerValue): string {
  const choice = (id: unknown) => {
    const option = options.find((one) => one.id === id);
    return option === undefined ? String(id) : textIn(language, option.text);
  };
  if (typeof value === 'boolean') return value ? TEXTS.yes : TEXTS.no;
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.map(choice).join(', ');
  if (kind === 'choice') return choice(value);
  return kind === 'date' ? fullDay(String(value)) : String(value);
}

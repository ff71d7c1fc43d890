import type { Application, ApplicationQuestion } from '@petstore/client';
import type { Language } from '../texts/languages.ts';

export type ApplicationState = Application['state'];
export type AnswerValue = Application['answers'][number]['value'];
/** A message or a note. */
export type Entry = Application['messages'][number];
export type StateReached = Application['states'][number];
/** Who did something, as the shelter sees it. */
export type Author = Pick<Entry, 'author' | 'person'>;
/** A question, which keeps its texts for ever: an application has those that it was asked. */
export type Question = ApplicationQuestion;
export type QuestionKind = Question['kind'];
export type LanguageTexts = Partial<Record<Language, string>>;

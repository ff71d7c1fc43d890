import { bigintReplacer, etagOf } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { ConflictError, sendCurrent } from '../../session/changes/guarded-change.ts';
import { useRole, useSession } from '../../session/use-session.ts';
import type { Question } from '../application.ts';
import { questionsOf } from '../application-queries.ts';
import { TEXTS } from './questions-texts.ts';

/** Returns true for those who may change the questions and the settings; members read them. */
export function useMayChangeForm(): boolean {
  const role = useRole();
  return role === 'manager' || role === 'admin';
}

/**
 * Replaces the questions, unless someone else has changed those that are shown.
 *
 * @param shown what the user saw.
 */
export function useQuestionsChange(shown: readonly Question[], onDone: () => void) {
  const { petstore, queries } = useSession();
  const { queryKey } = questionsOf(petstore);
  return useMutation({
    // A function, so that what is wrong with the input is an error of the form.
    mutationFn: async (changed: () => readonly Question[]) => {
      const questions = [...changed()];
      return sendCurrent(async () => {
        const current = await petstore.applications.questions();
        if (!isEqual(current.questions, shown)) throw new ConflictError(TEXTS.conflict, current);
        return petstore.applications.changeQuestions({ questions }, { ifMatch: etagOf(current) ?? '' });
      });
    },
    onError: (error) => {
      if (error instanceof ConflictError) queries.setQueryData(queryKey, error.current);
    },
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, saved);
      onDone();
    },
  });
}

function isEqual(one: readonly Question[], other: readonly Question[]): boolean {
  return JSON.stringify(one, bigintReplacer) === JSON.stringify(other, bigintReplacer);
}

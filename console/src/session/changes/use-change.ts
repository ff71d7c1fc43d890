import type { Petstore } from '@petstore/client';
import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useSession } from '../use-session.ts';

/** A change of what the queries below a key show. They are read again, before `onDone` is called. */
export function useChange<Result, Input = void>(
  queryKey: QueryKey,
  change: (petstore: Petstore, input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const { petstore, queries } = useSession();
  return useMutation({
    mutationFn: (input: Input) => change(petstore, input),
    onSuccess: async (result) => {
      await queries.invalidateQueries({ queryKey });
      onDone?.(result);
    },
  });
}

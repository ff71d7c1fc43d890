import { useState } from 'react';

/** Something that the user asked for and that can fail. Unlike a mutation it needs no session. */
export interface Attempt {
  readonly isPending: boolean;
  readonly error: Error | undefined;
  /** Does it. An error is shown instead of thrown. */
  run(action: () => Promise<unknown>): Promise<void>;
}

export function useAttempt(first?: Error): Attempt {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState(first);
  const run = async (action: () => Promise<unknown>) => {
    setPending(true);
    setError(undefined);
    try {
      await action();
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
    }
    setPending(false);
  };
  return { isPending, error, run };
}

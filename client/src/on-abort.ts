const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Runs `action` when the signal is aborted. Returns a function that removes it. All actions of a signal share one listener,
 * because Node.js warns about more than ten.
 */
export function onAbort(signal: AbortSignal | undefined, action: () => void): () => void {
  if (signal === undefined) return () => {};
  const actions = listeners.get(signal) ?? listen(signal);
  actions.add(action);
  return () => {
    actions.delete(action);
  };
}

function listen(signal: AbortSignal): Set<() => void> {
  const actions = new Set<() => void>();
  listeners.set(signal, actions);
  signal.addEventListener('abort', () => {
    for (const action of actions) action();
  });
  return actions;
}

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Runs `action` when the signal is aborted, until the returned function is called. However many calls share a signal, it has
 * one listener: Node warns of more than ten.
 */
export function onAbort(signal: AbortSignal | undefined, action: () => void): () => void {
  if (signal === undefined) return () => {};
  const actions = listeners.get(signal) ?? listening(signal);
  actions.add(action);
  return () => {
    actions.delete(action);
  };
}

function listening(signal: AbortSignal): Set<() => void> {
  const actions = new Set<() => void>();
  listeners.set(signal, actions);
  signal.addEventListener('abort', () => {
    for (const action of actions) action();
  });
  return actions;
}

/** Whether something is said again: true once in so many milliseconds. */
export function oncePer(ms: number): () => boolean {
  let saidAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - saidAt < ms) return false;
    saidAt = now;
    return true;
  };
}

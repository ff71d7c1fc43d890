/** Returns the months from a given one back in time, newest first, such as `2026-11`. */
export function monthsBefore(newest: string, count: number): string[] {
  const [year = 0, month = 1] = newest.split('-').map(Number);
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(year, month - 1 - index, 1));
    return at.toISOString().slice(0, 7);
  });
}

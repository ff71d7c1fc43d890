/** Returns a count as English writes it, such as 12,000. `toLocaleString` loads the data of the language, which a start would wait for. */
export function thousands(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

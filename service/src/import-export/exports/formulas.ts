/** Matches text that a spreadsheet would run as a formula, which could start a program or send other cells away. */
const FORMULA = /^[=+\-@\t\r]/;

/** Puts an apostrophe before text that looks like a formula, so that a spreadsheet shows it as text. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

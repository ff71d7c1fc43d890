/**
 * Matches text that a spreadsheet would run as a formula, which could start a program or send other cells away. Also matches
 * such text after apostrophes, so that `escapeFormula` can be undone.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
const ESCAPED_FORMULA = /^'+[=+\-@\t\r]/;

/** Puts an apostrophe before text that looks like a formula, so that a spreadsheet shows it as text. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `escapeFormula` has put before a text. */
export function unescapeFormula(text: string): string {
  return ESCAPED_FORMULA.test(text) ? text.slice(1) : text;
}

/** The value of the column `escaped` in a row in which `escapeFormula` has changed a text. */
export const ESCAPED_BY_APOSTROPHE = 'apostrophe';

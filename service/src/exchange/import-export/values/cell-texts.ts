/** What databases, statistics programs and people write for a value that is not known. An animal may have the name Null. */
const NO_VALUE = new Set([
  'NULL',
  'null',
  '(NULL)',
  '(null)',
  'N/A',
  'n/a',
  'N.A.',
  'n.a.',
  'NA',
  'k.A.',
  'k. A.',
]);
const DASHES = /^[-\u2010-\u2015]{1,3}$/;
/** The longest of them, with white space around it. */
const MAX_LENGTH = 20;

/** Returns true for a cell without a value: white space, dashes, or a word such as `NULL`. */
export function isBlank(text: string): boolean {
  if (text === '') return true;
  const trimmed = text.trim();
  return trimmed === '' || (text.length <= MAX_LENGTH && (NO_VALUE.has(trimmed) || DASHES.test(trimmed)));
}

/** The errors of formulas, as spreadsheet programs write them in English, Spanish, French and German. */
const FORMULA_ERROR =
  /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|EXTERNAL!|GETTING_DATA|¡REF!|N\/D|¡VALOR!|¿NOMBRE\?|¡DIV\/0!|¡NUM!|¡NULO!|¡DESBORDAMIENTO!|¡CALC!|¡CAMPO!|VALEUR!|NOM\?|NOMBRE!|NUL!|PROPAGATION!|CHAMP!|BEZUG!|NV|WERT!|ZAHL!|ÜBERLAUF!|KALK!|FELD!)$/i;

/** Returns true for the error of a formula, such as `#REF!`. The cell has lost its value. */
export function isFormulaError(text: string): boolean {
  return text.includes('#') && FORMULA_ERROR.test(text.trim());
}

/** How spreadsheet programs show long numbers: `9.85112E+14`. */
const SHORTENED_NUMBER = /^-?\d(?:[.,]\d+)?E\+\d{2,3}$/i;

/** Returns true for a number that a spreadsheet program has shortened, so that its digits are lost. */
export function isShortenedNumber(text: string): boolean {
  return SHORTENED_NUMBER.test(text.trim());
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Longer texts are no numbers that a program wrote. */
const MAX_LENGTH = 400;
/** Spreadsheets calculate with 15 significant digits, and round longer numbers. */
const DIGITS = 15;
const MAX_EXACT = 10 ** DIGITS;

/** Returns the number of a cell, or undefined if the text is no finite number. */
export function parseNumber(text: string): number | undefined {
  if (text.length > MAX_LENGTH || !NUMBER.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/**
 * Returns a number with 15 significant digits in decimal notation. A number with more digits before the point is written with an
 * exponent, as spreadsheets show it, so that no one takes its rounded digits for an identification number.
 */
export function numberText(number: number): string {
  if (Number.isInteger(number) && Math.abs(number) < MAX_EXACT) return String(number === 0 ? 0 : number);
  const [mantissa = '', exponent] = number.toExponential(DIGITS - 1).split('e');
  if (Number(exponent) >= DIGITS) return `${mantissa.replace(/\.?0+$/, '')}E${exponent}`;
  const text = String(Number(number.toPrecision(DIGITS)));
  return text.includes('e') ? withoutExponent(text) : text;
}

/** Writes 1.5e-7 as 0.00000015. */
function withoutExponent(text: string): string {
  const [mantissa = '', exponent] = text.split('e-');
  const sign = mantissa.startsWith('-') ? '-' : '';
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replace(/[-.]/g, '')}`;
}

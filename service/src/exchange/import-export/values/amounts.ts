/** An amount of money as a person wrote it. */
export interface Amount {
  /** Decimal digits with a point: `1250.00`. */
  readonly amount: string;
  /** The currencies that its symbol or code can mean, the most usual first; empty without one. */
  readonly currencies: readonly string[];
}

const MAX_LENGTH = 40;
const FREE =
  /^(free|no charge|waived|gratis|gratuito|gratuita|sin costo|sin cargo|gratuit|gratuite|offert|sans frais|kostenlos|kostenfrei)$/i;

/** `$` is used by many currencies, so it only suggests one. */
const SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'MXN', 'ARS', 'CLP', 'COP', 'UYU', 'DOP', 'SGD', 'HKD', 'TWD'],
  US$: ['USD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  NZ$: ['NZD'],
  MX$: ['MXN'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₩': ['KRW'],
  '₱': ['PHP'],
  '₺': ['TRY'],
  '₽': ['RUB'],
  '₴': ['UAH'],
  '₪': ['ILS'],
  '฿': ['THB'],
  R$: ['BRL'],
  Kč: ['CZK'],
  zł: ['PLN'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  Ft: ['HUF'],
  'S/': ['PEN'],
  EURO: ['EUR'],
  EUROS: ['EUR'],
};

/** What is before the first digit, from the first to the last one, and after it. */
const AROUND_NUMBER = /^(\D*)(\d(?:.*\d)?)(\D*)$/s;
const CODE = /^[A-Z]{3}$/;
const PLAIN_NUMBER = /^\d{1,9}(?:\.\d{1,3})?$/;
const NUMBER = /^\d[\d.,'\u2019 \u00a0\u202f]*$/;

export interface AmountOptions {
  /** The currency that the mapping states. */
  readonly currency?: string | undefined;
  /** True if a program wrote the numbers, so that a point is always the decimal point. */
  readonly hasPlainNumbers?: boolean | undefined;
}

/**
 * Reads `125`, `$1,250.00`, `125,00 €`, `EUR 1.250,-` and `free`. Returns undefined for any other text, such as `50-75`.
 * `1.250` is 1250, because few currencies have three decimals.
 */
export function readAmount(text: string, options: AmountOptions = {}): Amount | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const trimmed = text.trim();
  if (options.hasPlainNumbers && PLAIN_NUMBER.test(trimmed)) return { amount: trimmed, currencies: [] };
  if (FREE.test(trimmed)) return { amount: '0', currencies: [] };
  const [, before = '', number = '', after = ''] = AROUND_NUMBER.exec(trimmed) ?? [];
  const amount = decimalOf(number, decimalsOf(options.currency));
  const marks = [before, after.replace(/^[.,](-{1,2}|\u2013)/, '')];
  const currencies = currenciesOf(marks.map((mark) => mark.trim()).filter(Boolean));
  return amount === undefined || currencies === undefined ? undefined : { amount, currencies };
}

function currenciesOf(marks: readonly string[]): readonly string[] | undefined {
  if (marks.length > 2) return undefined;
  const possible = marks.map((mark) => {
    const known = Object.entries(SYMBOLS).find(([symbol]) => symbol.toLowerCase() === mark.toLowerCase());
    if (known !== undefined) return known[1];
    return CODE.test(mark) ? [mark] : undefined;
  });
  if (possible.includes(undefined)) return undefined;
  const [first = [], second] = possible as (readonly string[])[]; // undefined was rejected
  if (second === undefined) return first;
  const both = first.filter((currency) => second.includes(currency)); // such as `$125 USD`
  return both.length === 0 ? undefined : both;
}

const WITH_THREE_DECIMALS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

function decimalsOf(currency: string | undefined): 2 | 3 {
  return currency !== undefined && WITH_THREE_DECIMALS.has(currency) ? 3 : 2;
}

const PARTS = { 2: /^(.*?)(?:[.,](\d{1,2}))?$/, 3: /^(.*?)(?:[.,](\d{1,3}))?$/ };

/** The last separator is the decimal point if few enough digits follow it; all others group the digits by three. */
function decimalOf(text: string, decimals: 2 | 3): string | undefined {
  if (!NUMBER.test(text)) return undefined;
  const [, whole = '', fraction = ''] = PARTS[decimals].exec(text) ?? [];
  const groups = whole.split(/[.,'\u2019 \u00a0\u202f]/);
  const [first = '', ...others] = groups;
  const isGrouped =
    others.every((group) => group.length === 3) && first.length <= (others.length > 0 ? 3 : 9);
  const separators = new Set(whole.replace(/\d/g, ''));
  if (!isGrouped || separators.size > 1 || first === '') return undefined;
  if (fraction !== '' && separators.has(text.charAt(whole.length))) return undefined;
  const digits = groups.join('').replace(/^0+(?=\d)/, '');
  if (digits.length > 9) return undefined;
  return fraction === '' ? digits : `${digits}.${fraction}`;
}

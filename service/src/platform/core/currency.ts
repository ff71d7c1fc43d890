/** A currency code of ISO 4217. */
export const CURRENCY_PATTERN = '^[A-Z]{3}$';

/** A contact as people write it, and as the API has it: an address that begins with `mailto:`, `tel:` or `https:`. */

const SCHEMES = /^(?:mailto|tel):/i;

/** Returns the contact without `mailto:` and `tel:`, for a form. */
export function contactText(address: string | undefined): string {
  return (address ?? '').replace(SCHEMES, '');
}

/**
 * Returns the address for an e-mail address, a telephone number or a web page. Another text stays as it is, and the service
 * refuses it.
 *
 * @param before the address that the form showed. It stays if its text was not changed: one with parameters, such as
 *   `tel:+15550100;ext=5`, cannot be made of its text.
 */
export function contactAddress(text: string, before?: string): string {
  if (before !== undefined && text === contactText(before)) return before;
  if (/^[a-z]+:/i.test(text)) return text;
  if (/^[^\s@/]+@[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[0-9 ()./-]{3,}$/.test(text)) return `tel:${text.replace(/[^0-9+]/g, '')}`;
  if (/^[^\s/@]+\.[a-z]{2,}(?:[/?#]\S*)?$/i.test(text)) return `https://${text}`;
  return text;
}

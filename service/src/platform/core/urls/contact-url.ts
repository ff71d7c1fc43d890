import { webUrl } from './web-url.ts';

// The address of a contact: where an adopter asks about an animal.

/** The characters of a URI (RFC 3986, section 2), so that a page can use the address as it is. */
export const CONTACT_PATTERN = "^(https://|mailto:|tel:)[A-Za-z0-9\\-._~:/?#\\[\\]@!$&'()*+,;=%]+$";

/** Telephones capitalise the first letter of what is typed. */
const CONTACT = new RegExp(CONTACT_PATTERN, 'i');
/** The first digit ends the first part, so that there is one way to read a text: with two, 60,000 digits take 18 s. */
const TELEPHONE = /^tel:\+?[()\-.]*[0-9][0-9()\-.]*(;.*)?$/i;

export function isContactUrl(address: string): boolean {
  return CONTACT.test(address) && URL.canParse(address) && isComplete(new URL(address), address);
}

/** Returns the address as the service stores it: `mailto:hello@shelter.example` for `Mailto:hello@shelter.example`. */
export function normalContactUrl(address: string): string {
  return address.replace(/^[a-z]+:/i, (scheme) => scheme.toLowerCase());
}

function isComplete({ protocol, pathname, username, password }: URL, address: string): boolean {
  if (protocol === 'tel:') return TELEPHONE.test(address);
  if (protocol === 'mailto:') return /^[^@]+@[^@]+$/.test(pathname);
  return webUrl(address) !== undefined && username === '' && password === '';
}

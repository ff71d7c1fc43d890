// The address of a contact: where an adopter asks about an animal.

/** The characters of a URI (RFC 3986, section 2), so that a page can use the address as it is. A telephone capitalises the first letter. */
export const CONTACT_PATTERN =
  "^([Hh][Tt][Tt][Pp][Ss]://|[Mm][Aa][Ii][Ll][Tt][Oo]:|[Tt][Ee][Ll]:)[A-Za-z0-9\\-._~:/?#\\[\\]@!$&'()*+,;=%]+$";

const CONTACT = new RegExp(CONTACT_PATTERN);
const TELEPHONE = /^tel:\+?[0-9()\-.]*[0-9][0-9()\-.]*(;.*)?$/i;

export function isContactUrl(address: string): boolean {
  return CONTACT.test(address) && URL.canParse(address) && isComplete(new URL(address), address);
}

function isComplete({ protocol, pathname, username, password }: URL, address: string): boolean {
  if (protocol === 'tel:') return TELEPHONE.test(address);
  if (protocol === 'mailto:') return /^[^@]+@[^@]+$/.test(pathname);
  return username === '' && password === '';
}

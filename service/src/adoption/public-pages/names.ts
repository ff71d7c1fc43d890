/** An id of another system: up to three letters, a sign and digits, such as "A708195" or "#12". */
const ID = /^[a-z]{0,3}[-#.:/]?\d{3,}$/i;
/** What shelters write around a name: asterisks for one that they chose themselves. */
const AROUND = new Set('* \t\r\n');

/**
 * Returns the name of an animal without the asterisks around it; undefined if it is no name, because it has no letter or is
 * an id. `<petstore-animals>` uses it as well.
 */
export function givenName(name: string): string | undefined {
  let start = 0;
  let end = name.length;
  while (start < end && AROUND.has(name.charAt(start))) start += 1;
  while (end > start && AROUND.has(name.charAt(end - 1))) end -= 1;
  const given = name.slice(start, end);
  return /\p{L}/u.test(given) && !ID.test(given) ? given : undefined;
}

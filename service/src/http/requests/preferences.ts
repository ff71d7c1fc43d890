import type { IncomingMessage } from 'node:http';
import { Type } from 'typebox';

/** The preference of a list for its total (RFC 7240). */
export const COUNT_PREFERENCE = 'count=exact';

/** The request header of a list that can count its items. */
export const countPreference = {
  prefer: Type.Optional(
    Type.String({
      description: `With \`${COUNT_PREFERENCE}\`, the response has the number of all items that match in \`X-Total-Count\`, where the service keeps it (RFC 7240). Other preferences are ignored.`,
      examples: [COUNT_PREFERENCE],
    }),
  ),
};

/** Returns true if a request prefers the total of a list. Of a preference that is given twice, the first one counts. */
export function prefersCount({ headers: { prefer } }: Pick<IncomingMessage, 'headers'>): boolean {
  if (prefer === undefined) return false;
  const preferences = [prefer].flat().join().split(',');
  const count = preferences.map(nameAndValue).find(([name]) => name === 'count');
  return count?.[1] === 'exact';
}

/** Returns a preference without its parameters. Its value may be a quoted string. */
function nameAndValue(preference: string): [name: string, value: string] {
  const [word = ''] = preference.split(';', 1);
  const [name = '', value = ''] = word.split('=').map((part) => part.trim());
  return [name.toLowerCase(), value.replace(/^"(.*)"$/, '$1').toLowerCase()];
}

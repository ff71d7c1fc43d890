import type { IncomingMessage } from 'node:http';
import { Type } from 'typebox';
import { quote } from '../../core/errors.ts';
import { faultOf, fieldsError } from '../../core/field-faults.ts';

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

type Request = Pick<IncomingMessage, 'headers'>;

/** Returns true if a request prefers the total of a list. */
export function prefersCount(request: Request): boolean {
  return preferenceOf(request, 'count') === 'exact';
}

/** Returns for how many seconds a request prefers to wait for its response (RFC 7240, section 4.3); 0 if it does not. */
export function preferredWait(request: Request): number {
  const value = preferenceOf(request, 'wait') ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : 0;
}

/**
 * Returns the value of a preference in lower case.
 *
 * @throws {ApiError} `invalid_parameter` if the request states two different values: of two headers, a proxy may keep the other one.
 */
function preferenceOf({ headers: { prefer } }: Request, wanted: string): string | undefined {
  if (prefer === undefined) return undefined;
  const preferences = [prefer].flat().join().split(',').map(nameAndValue);
  const values = preferences.filter(([name]) => name === wanted).map(([, value]) => value);
  if (new Set(values).size > 1) {
    const rule = `must have one value for ${wanted}`;
    const fault = faultOf('Prefer', `${rule}; got ${values.map((value) => quote(value)).join(' and ')}`);
    throw fieldsError('invalid_parameter', [fault]);
  }
  return values[0];
}

/** Returns a preference without its parameters. Its value may be a quoted string. */
function nameAndValue(preference: string): [name: string, value: string] {
  const [word = ''] = preference.split(';', 1);
  const [name = '', value = ''] = word.split('=').map((part) => part.trim());
  return [name.toLowerCase(), value.replace(/^"(.*)"$/, '$1').toLowerCase()];
}

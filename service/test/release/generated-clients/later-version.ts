import { parseJson } from '../../../src/platform/core/json.ts';

/** What a later version may send, and clients must accept: an added member, a new code, a new type of event. */
export const LATER_CODE = 'code_of_a_later_version';
export const LATER_EVENT = 'kennel.moved';
const LATER_MEMBER = { addedLater: { values: [1, 'two', null] } };

/** Changes a response to what a later version might send. */
export function asLaterVersion(path: string, body: string): string {
  if (!path.startsWith('/v1/')) return body;
  const value = withMore(parseJson(body));
  const events = path.startsWith('/v1/events') && Array.isArray(value);
  if (events)
    value.push({ id: 1_000_000, type: LATER_EVENT, at: '2030-01-01T00:00:00.000Z', kennel: { id: 1 } });
  return JSON.stringify(value, (_, member) =>
    typeof member === 'bigint' ? JSON.rawJSON(String(member)) : member,
  );
}

function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withMore(member)]));
  // The document describes `Pet` and `Error` completely: neither gets another member.
  if ('message' in members) return { ...members, code: LATER_CODE };
  return 'name' in members ? members : { ...members, ...LATER_MEMBER };
}

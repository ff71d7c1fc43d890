import { accountNameFault, MAX_NAME_LENGTH } from '../accounts/account.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** The rule of names of accounts and labels of keys. The pattern documents in openapi.json what the format checks. */
export const ACCOUNT_NAME_RULE = {
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  format: 'account-name',
  pattern: '^[^\\s\\x00-\\x1f\\x7f-\\x9f](?:[^\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f])?$',
};

/** Scheme, host and port of an origin in openapi.json. The host has none of the characters that the URL Standard forbids in it. */
export const ORIGIN_PATTERN =
  '^https?://(?:\\[[0-9a-f:.]+\\]|[^\\x00-\\x20#%/:<>?@A-Z\\[\\\\\\]^|\\x7f-\\uffff]+)(?::[1-9][0-9]{0,4})?$';

/** What is wrong with a text of each format, as the end of a sentence; undefined if it is valid. */
export const ADMINISTRATION_FORMATS = {
  'account-name': accountNameFault,
  'web-origin': originFault,
  'date-time': timeFault,
};

/** An origin as browsers send it: RFC 6454, section 6.1. */
function originFault(text: string): string | undefined {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
  return isOrigin ? undefined : 'must be an origin such as https://shelter.example, without a path';
}

function timeFault(text: string): string | undefined {
  const isTime = TIME.test(text) && !Number.isNaN(Date.parse(text));
  return isTime ? undefined : 'must be a time of RFC 3339 such as 2027-01-31T00:00:00Z';
}

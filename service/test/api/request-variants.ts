import type { RawRequest } from '@petstore/testing/http/raw-http.ts';

/** The keys of the requests. */
export interface Keys {
  /** The key of a member who added pets 1 to 6, removed the last two, and placed order 1 on pet 2. */
  valid: string;
  manager: string;
  admin: string;
  reader: string;
  exhausted: string;
}

const JSON_TYPE = 'Content-Type: application/json';
const TOO_LARGE = ' '.repeat(65_537);

/** Requests without a body, with every kind of key. */
export function reads(path: string, { valid, reader, exhausted }: Keys): RawRequest[] {
  return [
    { path, key: valid },
    { path, key: valid, headers: ['Expect: miracles'] },
    { path },
    { path, key: 'wrong' },
    { path, key: reader },
    { path, key: exhausted },
  ];
}

/** Reads of one resource with preconditions. */
export function conditions(path: string, { valid }: Keys): RawRequest[] {
  const headers = ['If-None-Match: *', 'If-Match: "old"', 'If-Match: malformed'];
  return headers.map((line) => ({ path, key: valid, headers: [line] }));
}

export function pages(path: string, keys: Keys): RawRequest[] {
  return [
    { path: `${path}?limit=1`, key: keys.valid },
    { path: `${path}?limit=1`, key: keys.valid, headers: ['If-None-Match: *'] },
    { path: `${path}?limit=0`, key: keys.valid },
    { path: `${path}?cursor=x`, key: keys.valid },
    ...reads(path, keys),
  ];
}

/** Requests with a body: valid, malformed, too large, and with every kind of key. */
export function writes(
  method: string,
  path: string,
  body: string,
  { valid, reader, exhausted }: Keys,
): RawRequest[] {
  return [
    { key: valid, headers: [JSON_TYPE], body },
    { key: valid, headers: [JSON_TYPE], body: '{' },
    { key: valid, headers: ['Content-Type: text/plain'], body },
    { key: valid, headers: [JSON_TYPE], body: TOO_LARGE },
    { key: valid, headers: [JSON_TYPE, 'Expect: miracles'], body },
    { key: reader, headers: [JSON_TYPE], body },
    { key: exhausted, headers: [JSON_TYPE], body },
    { key: 'wrong', headers: [JSON_TYPE], body },
    { headers: [JSON_TYPE], body },
  ].map((request) => ({ ...request, method, path }));
}

/** Returns a function that replaces JSON by another type of content. */
function withType(type: string) {
  return (request: RawRequest): RawRequest => ({
    ...request,
    headers: request.headers?.map((line) => (line === JSON_TYPE ? `Content-Type: ${type}` : line)) ?? [],
  });
}

export const asPicture = withType('image/png');
export const asForm = withType('multipart/form-data; boundary=x');

/** The keys of the requests of an operation that needs an admin. */
export function adminKeys(keys: Keys): Keys {
  return { ...keys, valid: keys.admin };
}

/** The keys of the requests of an operation that needs a manager. */
export function managerKeys(keys: Keys): Keys {
  return { ...keys, valid: keys.manager };
}

export function formOf(parts: Readonly<Record<string, string>>): string {
  const texts = Object.entries(parts).map(
    ([name, text]) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n${text}\r\n`,
  );
  return `${texts.join('')}--x--\r\n`;
}

export function write(
  method: string,
  path: string,
  key: string,
  body: string,
  headers: string[] = [],
): RawRequest {
  return { method, path, key, headers: [JSON_TYPE, ...headers], body };
}

/** Requests of a report, whose parameter is a month. */
export function report(path: string, parameter: string, keys: Keys): RawRequest[] {
  return [
    ...reads(path, keys),
    { path: `${path}?${parameter}=2026-13`, key: keys.valid },
    { path: `${path}?${parameter}=2999-01`, key: keys.valid },
  ];
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { SessionBrowser } from '@petstore/testing/sign-in/session-browser.ts';
import { sql } from 'kysely';
import { startReceiver } from '../telemetry/otlp-receiver.ts';
import { OPERATIONS, resolved } from './published-operations.ts';

/** docs/api-design.md#errors: no message, log, trace or row has the value of a member that the schema marks as secret. */

const PUBLIC_URL = 'https://pets.test';
const TEXT = 'hush-marker';
const NUMBER = 7_070_707_070;
const MARKER = /hush-marker|7070707070/;
const LONG = TEXT + 'x'.repeat(5_000);
/** What a secret is called. */
const SECRET_NAME = /password|secret|token|credential|^code$/i;
const WRONG = [LONG, NUMBER, [TEXT], { text: TEXT }, true];

interface Member {
  readonly path: readonly string[];
  readonly isMarked: boolean;
}

/** Returns the members of a schema, also those of its objects and lists. */
function membersIn(schema: unknown, path: readonly string[] = []): Member[] {
  const target = resolved(schema);
  const own = { path, isMarked: at(target, 'writeOnly') === true };
  const inside = Object.entries(membersOf(at(target, 'properties') ?? {}));
  const items = at(target, 'items');
  return [
    own,
    ...inside.flatMap(([name, member]) => membersIn(member, [...path, name])),
    ...(items === undefined ? [] : membersIn(items, [...path, '0'])),
  ];
}

/** Returns a body in which the member at the path has the value. */
function bodyWith(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value);
}

/** Returns the secret members of all bodies. Fails for a member that has the name of one, and no mark. */
function secretMembers() {
  return OPERATIONS.flatMap(({ method, path, body, inputs }) => {
    const ofBody = membersIn(body);
    const parameters = inputs.filter((name) => !ofBody.some((member) => member.path[0] === name));
    const all = [...ofBody, ...parameters.map((name) => ({ path: [name], isMarked: false }))];
    const unmarked = all.find((one) => !one.isMarked && SECRET_NAME.test(one.path.at(-1) ?? ''));
    assert.equal(unmarked?.path.join('.'), undefined, `${method} ${path} has a secret that is not marked`);
    return all.filter(({ isMarked }) => isMarked).map((one) => ({ method, path, member: one.path }));
  });
}

/** Returns a body with every member that /session has, which are in no document. */
function sessionBody(value: unknown): unknown {
  const all = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, value]));
  const response = all('clientDataJSON attestationObject authenticatorData signature userHandle');
  return { ...all('secret code invitation id rawId authenticatorAttachment'), response };
}

async function rowsOf({ database }: TestService): Promise<string> {
  const db = database.read;
  const tables = await db.introspection.getTables();
  const rows = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)));
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

test('the value of a secret member is in no response, log, row or trace, however wrong the request is', async (t) => {
  const receiver = await startReceiver(t);
  const service = await startService(t, {
    env: {
      ACCESS_LOG: 'true',
      LOG_LEVEL: 'trace',
      // For passkeys, and for signing in with a provider.
      PUBLIC_URL,
      OIDC_ISSUER: 'https://provider.test',
      OIDC_CLIENT_ID: 'petstore',
      OIDC_CLIENT_SECRET: TEXT,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    },
  });
  const { key } = await service.account({ role: 'admin' });
  const places = new Map<string, string>();
  const send = async (method: string, path: string, body: unknown) => {
    const url = `/v1${path.replace('{siteId}', 'petfinder')}`;
    const response = await service.send(url, { method, key, body });
    assertError(response, 400, String(at(response.json, 'code')));
    const answer = JSON.stringify([...response.headers]) + response.text;
    places.set(`${method} ${path} ${JSON.stringify(body).slice(0, 100)}`, answer);
  };
  const marked = secretMembers();
  assert.ok(marked.length >= 2, 'those of sites and of e-mail are found');
  for (const { method, path, member } of marked) {
    const valid = bodyWith(member, TEXT);
    const bodies = WRONG.map((value) => bodyWith(member, value));
    const others = [{ ...membersOf(valid), unknown: TEXT }, `${JSON.stringify(valid)},}`, `"${TEXT}"`];
    for (const body of [...bodies, ...others]) await send(method, path, body);
  }
  const paths = service.app.routes.filter((route) => /^(POST|PUT|PATCH) \/session/.test(route));
  assert.ok(paths.length > 5);
  for (const route of paths)
    for (const value of [...WRONG, null]) {
      const [method = '', path = ''] = route.split(' ');
      const browser = new SessionBrowser(service.url, PUBLIC_URL);
      const answer = await browser.send(path, { method, key, body: sessionBody(value) });
      places.set(`${route} ${typeof value}`, JSON.stringify([...answer.headers]) + answer.text);
    }
  places.set('rows', await rowsOf(service));
  await service.close();
  places.set('log', service.logged.join('\n'));
  places.set('traces', receiver.exports.map(({ body }) => String(body)).join('\n'));
  assert.match(places.get('rows') ?? '', /"role":"admin"/);
  assert.match(places.get('log') ?? '', /changePublishingSite/);
  assert.match(places.get('traces') ?? '', /session\/code/);
  for (const [place, text] of places) assert.doesNotMatch(text, MARKER, place);
});

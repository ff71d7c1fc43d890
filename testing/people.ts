import assert from 'node:assert/strict';
import { insertPasskey } from '../service/src/access/people/passkey-queries.ts';
import { at } from './http/expect-response.ts';
import type { TestService } from './service.ts';
import { SessionBrowser } from './sign-in/session-browser.ts';

export interface TestPerson {
  readonly id: string;
  readonly browser: SessionBrowser;
  /** The address of the invitation that signed the person in. */
  readonly invitation: string;
}

/** Adds a person by the API and signs them in in a new browser. `key` is that of who invites. */
export async function addPerson(
  service: TestService,
  key: string,
  {
    name = 'Ana',
    role = 'volunteer',
    ...more
  }: { name?: string; role?: string; accountId?: unknown; email?: string } = {},
): Promise<TestPerson> {
  const added = await service.send('/v1/people', { method: 'POST', key, body: { name, role, ...more } });
  assert.equal(added.status, 201, added.text);
  const id = String(at(added.json, 'id'));
  const invitation = await invite(service, key, id);
  const browser = new SessionBrowser(service.url);
  const joined = await browser.join(invitation);
  assert.equal(joined.status, 201, joined.text);
  return { id, browser, invitation };
}

/** Returns the address of a new invitation. */
export async function invite(service: TestService, key: string, id: string): Promise<string> {
  const invited = await service.send(`/v1/people/${id}/invitations`, { method: 'POST', key });
  assert.equal(invited.status, 201, invited.text);
  return String(at(invited.json, 'url'));
}

/** Stores a passkey, which no one has: `VirtualAuthenticator` makes one that signs in. */
export async function storePasskey(service: TestService, personId: string, id: string): Promise<void> {
  const passkey = { id, personId: BigInt(personId), name: 'Firefox · Android', publicKey: '', counter: 0 };
  const createdAt = service.clock.now();
  await service.database.write((db) => insertPasskey(db, { ...passkey, transports: [], createdAt }));
}

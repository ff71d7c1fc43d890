import { PetstoreError } from '@petstore/client';
import type { Credential, SignedInPerson } from './credential.ts';
import { sendToSession } from './session-requests.ts';

/** A token lives 15 minutes. The clock of a device may be wrong, so that the age counts and not the time at which it expires. */
const RENEWED_AFTER_MS = 12 * 60_000;
/** For a request that cannot wait. */
const USED_MS = 14.5 * 60_000;

interface IssuedToken {
  token: string;
  person: { id: number; name: string };
}

/** The tokens of the person who is signed in in this browser. They are only in memory: the browser keeps the session in a cookie. */
export class PersonCredential implements Credential {
  readonly apiKey = undefined;
  #token: string;
  #issuedAt: number;
  #person: SignedInPerson;
  #renewal: Promise<string> | undefined;

  /**
   * Returns the tokens of the person of this browser.
   *
   * @throws {PetstoreError} `not_signed_in` if there is none.
   */
  static async ofBrowser(): Promise<PersonCredential> {
    return new PersonCredential(await issueToken());
  }

  private constructor(first: IssuedToken) {
    this.#token = first.token;
    this.#issuedAt = Date.now();
    this.#person = toPerson(first);
  }

  get person(): SignedInPerson {
    return this.#person;
  }

  bearer(isUrgent = false): string | Promise<string> {
    const age = Date.now() - this.#issuedAt;
    return age >= 0 && age < (isUrgent ? USED_MS : RENEWED_AFTER_MS) ? this.#token : this.#renewOnce();
  }

  async renew(refused: string): Promise<string> {
    return refused === this.#token ? this.#renewOnce() : this.#token;
  }

  /** Requests that need a new token at the same time wait for the same one. */
  #renewOnce(): Promise<string> {
    this.#renewal ??= this.#fetchToken().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #fetchToken(): Promise<string> {
    const issued = await issueToken();
    const person = toPerson(issued);
    // Another tab has signed someone else in. What this page asked for is not asked in their name.
    if (person.id !== this.#person.id)
      throw new PetstoreError({ code: 'not_signed_in', message: 'Someone else signed in.', status: 401 });
    this.#token = issued.token;
    this.#issuedAt = Date.now();
    this.#person = person;
    return issued.token;
  }
}

function issueToken(): Promise<IssuedToken> {
  return sendToSession('POST', '/session/token');
}

function toPerson({ person: { id, name } }: IssuedToken): SignedInPerson {
  return { id: BigInt(id), name };
}

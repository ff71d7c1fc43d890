/** Someone who is signed in. */
export interface SignedInPerson {
  readonly id: bigint;
  readonly name: string;
}

/** What the requests of a session are sent with: an API key, or the tokens of a person. */
export interface Credential {
  /** Undefined for an API key. */
  readonly person: SignedInPerson | undefined;
  /** Undefined for a person. */
  readonly apiKey: string | undefined;
  /**
   * Returns what requests are sent with now.
   *
   * @param isUrgent the page may be closed before another one arrives: one that will soon expire is better.
   */
  bearer(isUrgent?: boolean): string | Promise<string>;
  /**
   * Returns what to send instead of a bearer that the service refused. A key has nothing else.
   *
   * @throws {PetstoreError} `not_signed_in` if the session has ended.
   */
  renew?(refused: string): Promise<string>;
}

export function keyCredential(apiKey: string): Credential {
  return { person: undefined, apiKey, bearer: () => apiKey };
}

/** Names the user without a secret: the id of a person, or the last characters of a key. */
export function ownerOf({ person, apiKey }: Credential): string {
  return person === undefined ? `key ${apiKey?.slice(-4)}` : `person ${person.id}`;
}

import type { IssuedKey, Key, KeyChange, KeyRequest, Rotation } from '../contract.ts';
import type { CallOptions, CreateOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

/** `withSuccessors`: the key was stolen, so the keys that replaced it are revoked, too. */
export interface RevokeOptions extends CallOptions {
  withSuccessors?: boolean;
}

/** The API keys of the caller's account; with the role `admin`, also those of other accounts. */
export class Keys extends List<'listKeys'> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, 'listKeys');
    this.#transport = transport;
  }

  /** The keys of an account, for admins. */
  of(accountId: bigint): List<'listAccountKeys'> {
    return new List(this.#transport, 'listAccountKeys', accountId);
  }

  /**
   * Creates a key for an account. Its `secret` is only in this result. If the response was lost, the retry throws
   * `secret_already_issued`, whose message names the key: revoke it and create another one.
   *
   * @throws {PetstoreError} `invalid_body`, `account_not_found` or `secret_already_issued`.
   */
  async create(accountId: bigint, key: KeyRequest = {}, options?: CreateOptions): Promise<IssuedKey> {
    const call = { id: accountId, body: key, options };
    return (await this.#transport.call('createKey', call)).result;
  }

  /**
   * Creates a key in place of another one, which stays valid for the overlap: 24 hours by default. Without the role `admin`
   * only for the client's own key.
   *
   * @throws {PetstoreError} `invalid_body`, `key_not_found`, `key_already_rotated`, `last_admin_key` or
   * `secret_already_issued`.
   */
  async rotate(keyId: bigint, rotation: Rotation = {}, options?: CreateOptions): Promise<IssuedKey> {
    const call = { id: keyId, body: rotation, options };
    return (await this.#transport.call('rotateKey', call)).result;
  }

  /**
   * Sets the label of a key; `null` removes it.
   *
   * @throws {PetstoreError} `invalid_body` or `key_not_found`.
   */
  async label(keyId: bigint, label: KeyChange['label'], options?: CallOptions): Promise<Key> {
    return (await this.#transport.call('updateKey', { id: keyId, body: { label }, options })).result;
  }

  /**
   * Revokes a key for ever; with `withSuccessors: true`, for a stolen key, also the keys that replaced it.
   *
   * @throws {PetstoreError} `key_not_found`, or `last_admin_key` if no usable key of an admin would remain.
   */
  async revoke(keyId: bigint, options: RevokeOptions = {}): Promise<void> {
    const query = options.withSuccessors === true ? { withSuccessors: 'true' as const } : {};
    await this.#transport.call('revokeKey', { id: keyId, query, options, accepts: ['withSuccessors'] });
  }

  /**
   * Ends the ban of a key.
   *
   * @throws {PetstoreError} `key_not_found`.
   */
  async liftBan(keyId: bigint, options?: CallOptions): Promise<void> {
    await this.#transport.call('liftBan', { id: keyId, options });
  }
}

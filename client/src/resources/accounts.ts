import type { Account, AccountChange, AccountRequest } from '../contract.ts';
import type { CallOptions, CreateOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

/** The accounts of the service. All of this needs the role `admin`. */
export class Accounts extends List<'listAccounts'> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, 'listAccounts');
    this.#transport = transport;
  }

  /**
   * Reads one account.
   *
   * @throws {PetstoreError} `account_not_found`.
   */
  async get(id: bigint, options?: CallOptions): Promise<Account> {
    return (await this.#transport.call('getAccount', { id, options })).result;
  }

  /**
   * Creates an account, without a key: `keys.create` creates its first one.
   *
   * @throws {PetstoreError} `invalid_body`, or `account_exists` if another one has the name.
   */
  async create(account: AccountRequest, options?: CreateOptions): Promise<Account> {
    const call = { body: account, options };
    return (await this.#transport.call('createAccount', call)).result;
  }

  /**
   * Changes an account. A retry after a lost connection sets the same values again.
   *
   * @throws {PetstoreError} `invalid_body`, `account_not_found`, `account_exists`, or `last_admin_key` if no usable key of an
   * admin would remain.
   */
  async update(id: bigint, change: AccountChange, options?: CallOptions): Promise<Account> {
    return (await this.#transport.call('updateAccount', { id, body: change, options })).result;
  }
}

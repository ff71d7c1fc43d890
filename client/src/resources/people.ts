import type {
  Device,
  Invitation,
  InvitationRequest,
  Passkey,
  Person,
  PersonChange,
  PersonRequest,
} from '../contract.ts';
import type { CallOptions, CreateOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

/** The persons who sign in. Those with the full role of their account manage its persons, admins those of all accounts. */
export class People extends List<'listPeople'> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, 'listPeople');
    this.#transport = transport;
  }

  /**
   * Reads one person.
   *
   * @throws {PetstoreError} `person_not_found`.
   */
  async get(id: bigint, options?: CallOptions): Promise<Person> {
    return (await this.#transport.call('getPerson', { id, options })).result;
  }

  /**
   * Adds a person, who signs in by an invitation.
   *
   * @throws {PetstoreError} `invalid_body`, or `email_in_use` if another person of the account has the address.
   */
  async add(person: PersonRequest, options?: CreateOptions): Promise<Person> {
    return (await this.#transport.call('addPerson', { body: person, options })).result;
  }

  /**
   * Changes a person. A retry after a lost connection sets the same values again.
   *
   * @throws {PetstoreError} `invalid_body`, `person_not_found`, `email_in_use` or `last_admin_key`.
   */
  async update(id: bigint, change: PersonChange, options?: CallOptions): Promise<Person> {
    return (await this.#transport.call('updatePerson', { id, body: change, options })).result;
  }

  /**
   * Removes a person, who is signed out everywhere within a second.
   *
   * @throws {PetstoreError} `person_not_found` or `last_admin_key`.
   */
  async remove(id: bigint, options?: CallOptions): Promise<void> {
    await this.#transport.call('removePerson', { id, options, doneIf: 'person_not_found' });
  }

  /**
   * Creates a link that signs the person in on one device, once. Its address is only in this result, and in an e-mail with
   * `send: 'email'`.
   *
   * @throws {PetstoreError} `person_not_found`, `secret_already_issued`, `email_not_set_up` or `person_without_email`.
   */
  async invite(id: bigint, invitation: InvitationRequest = {}, options?: CreateOptions): Promise<Invitation> {
    return (await this.#transport.call('invitePerson', { id, body: invitation, options })).result;
  }

  /**
   * Lists the browsers in which a person is signed in.
   *
   * @throws {PetstoreError} `person_not_found`.
   */
  async devices(id: bigint, options?: CallOptions): Promise<Device[]> {
    return (await this.#transport.call('listDevices', { id, options })).result;
  }

  /**
   * Signs a person out on one device, or on all of them without `deviceId`.
   *
   * @throws {PetstoreError} `person_not_found` or `device_not_found`.
   */
  async signOut(id: bigint, deviceId?: bigint, options?: CallOptions): Promise<void> {
    if (deviceId === undefined) await this.#transport.call('signOutEverywhere', { id, options });
    else
      await this.#transport.call('signOutDevice', {
        id,
        itemId: deviceId,
        options,
        doneIf: 'device_not_found',
      });
  }

  /**
   * Lists the passkeys with which a person signs in.
   *
   * @throws {PetstoreError} `person_not_found`.
   */
  async passkeys(id: bigint, options?: CallOptions): Promise<Passkey[]> {
    return (await this.#transport.call('listPasskeys', { id, options })).result;
  }

  /**
   * Removes a passkey, with which no one signs in any more.
   *
   * @throws {PetstoreError} `person_not_found`, `passkey_not_found` or `last_admin_key`.
   */
  async removePasskey(id: bigint, passkeyId: string, options?: CallOptions): Promise<void> {
    await this.#transport.call('removePasskey', {
      id,
      itemId: passkeyId,
      options,
      doneIf: 'passkey_not_found',
    });
  }
}

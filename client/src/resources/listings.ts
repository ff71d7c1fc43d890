import type { Listing, Microchip, ProfileChange, WholeProfile } from '../contract.ts';
import type { CallOptions, ChangeOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

/** What adopters see of the animals: each with its profile and its photos. */
export class Listings extends List<'listListings'> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, 'listListings');
    this.#transport = transport;
  }

  /**
   * Reads the listing of one animal.
   *
   * @throws {PetstoreError} `pet_not_found`.
   */
  async get(petId: bigint, options?: CallOptions): Promise<Listing> {
    return (await this.#transport.call('getListing', { id: petId, options })).result;
  }

  /**
   * Changes fields of a profile; `null` removes a field. Returns the whole profile. A retry after a lost connection sets the
   * same values again.
   *
   * @throws {PetstoreError} `invalid_body`, `pet_not_found`, `not_owner`, or `precondition_failed` if `ifMatch` is not its
   * version, for example `etags.profile` of a listing.
   */
  async changeProfile(petId: bigint, change: ProfileChange, options?: ChangeOptions): Promise<WholeProfile> {
    const call = { id: petId, body: change, options, accepts: ['ifMatch'] };
    return (await this.#transport.call('changeProfile', call)).result;
  }

  /** Returns the microchips of those of the animals that have one and that the account may change. */
  async microchips(ids: bigint[], options?: CallOptions): Promise<Microchip[]> {
    return (await this.#transport.call('listMicrochips', { query: { ids }, options })).result;
  }

  /** Returns the animals with a microchip that the account may change: usually one or none. */
  async withMicrochip(microchip: string, options?: CallOptions): Promise<Microchip[]> {
    return (await this.#transport.call('listMicrochips', { query: { microchip }, options })).result;
  }
}

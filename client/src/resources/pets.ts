import type {
  Batch,
  BatchResults,
  Movement,
  MovementChange,
  MovementRequest,
  NewPet,
  Pet,
  PetChange,
  PetMerge,
  PetPermissions,
} from '../contract.ts';
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

/** The animals of the catalogue. */
export class Pets extends List<'listPets'> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, 'listPets');
    this.#transport = transport;
  }

  /**
   * Adds an animal. When this resolves, the animal is stored durably and exactly once, even after retries.
   *
   * @throws {PetstoreError} `invalid_body`, or `insufficient_role` for an account with the role `reader`.
   */
  async create(pet: NewPet, options?: CreateOptions): Promise<Pet> {
    const call = { body: pet, options };
    return (await this.#transport.call('createPet', call)).result;
  }

  /**
   * Reads one animal.
   *
   * @deprecated The service removes it on 5 December 2030. Use `list({ status })`.
   * @throws {PetstoreError} `pet_not_found`; `operation_removed` after that date.
   */
  async get(id: bigint, options?: CallOptions): Promise<Pet> {
    return (await this.#transport.call('getPet', { id, options })).result;
  }

  /**
   * Returns what the account may do with each of 1 to 100 animals now, newest first. Unknown ids are left out.
   *
   * @throws {PetstoreError} `invalid_parameter` for more than 100 ids, or none.
   */
  async permissions(ids: bigint[], options?: CallOptions): Promise<PetPermissions[]> {
    return (await this.#transport.call('listPermissions', { query: { ids }, options })).result;
  }

  /**
   * Changes name, category or status. A retry after a lost connection sets the same values again.
   *
   * @throws {PetstoreError} `pet_not_found`, `not_owner`, `precondition_failed` if `ifMatch` is not its version, or
   * `invalid_transition` if the current status does not allow the new one, for example while an order holds the animal.
   */
  async change(id: bigint, change: PetChange, options?: ChangeOptions): Promise<Pet> {
    const call = { id, body: change, options, accepts: ['ifMatch'] };
    return (await this.#transport.call('changePet', call)).result;
  }

  /**
   * Applies up to 1,000 changes in their order, each exactly once, even after retries. Each 100 count as one request, of a person each 10. A change
   * that fails does not undo the others: look at `failed`, and at the `status` of each result.
   *
   * @throws {PetstoreError} `invalid_body` for more than 1,000 items, or none, or `insufficient_role` for an account with the
   * role `reader`.
   */
  async batch(items: Batch['items'], options?: CreateOptions): Promise<BatchResults> {
    const call = { body: { items }, options, changes: items.length };
    return (await this.#transport.call('applyBatch', call)).result;
  }

  /**
   * Removes an animal that no order holds: it stays in the bin for 30 days, from which `bin.restore` brings it back.
   *
   * @throws {PetstoreError} `pet_not_found`, `not_owner`, `precondition_failed` if `ifMatch` is not its version, or
   * `invalid_transition` while an order holds the animal.
   */
  async remove(id: bigint, options?: ChangeOptions): Promise<void> {
    const call = { id, options, accepts: ['ifMatch'], doneIf: 'pet_not_found' };
    await this.#transport.call('removePet', call);
  }

  /**
   * Merges a duplicate into the animal that remains, with its photos, orders, import references and history, and the fields of its
   * profile that the other one lacks. It cannot be undone.
   *
   * @throws {PetstoreError} `pet_not_found`, `not_owner`, `merge_conflict` if orders hold both or an order would hold an animal
   * that was adopted or has left, or `too_many_photos`.
   */
  async merge(id: bigint, into: bigint, options?: CreateOptions): Promise<Pet> {
    const body: PetMerge = { into };
    return (await this.#transport.call('mergePet', { id, body, options })).result;
  }

  /** When and why an animal came in, lived in foster care and left, the last recorded first; for accounts that may change it. */
  movements(id: bigint): List<'listMovements'> {
    return new List(this.#transport, 'listMovements', id);
  }

  /**
   * Records a movement exactly once, even after retries. The status of the animal follows.
   *
   * @throws {PetstoreError} `invalid_body`, `pet_not_found`, `not_owner`, or `invalid_transition` while an order holds the animal.
   */
  async addMovement(id: bigint, movement: MovementRequest, options?: CreateOptions): Promise<Movement> {
    const call = { id, body: movement, options };
    return (await this.#transport.call('addMovement', call)).result;
  }

  /**
   * Corrects a movement; `null` removes a member.
   *
   * @throws {PetstoreError} `invalid_body`, `movement_not_found`, `not_owner`, `precondition_failed` or `invalid_transition`.
   */
  async changeMovement(
    id: bigint,
    itemId: bigint,
    change: MovementChange,
    options?: ChangeOptions,
  ): Promise<Movement> {
    const call = { id, itemId, body: change, options, accepts: ['ifMatch'] };
    return (await this.#transport.call('changeMovement', call)).result;
  }

  /**
   * Deletes a movement that did not happen.
   *
   * @throws {PetstoreError} `movement_not_found`, `not_owner`, `precondition_failed` or `invalid_transition`.
   */
  async removeMovement(id: bigint, itemId: bigint, options?: ChangeOptions): Promise<void> {
    const call = { id, itemId, options, accepts: ['ifMatch'], doneIf: 'movement_not_found' };
    await this.#transport.call('removeMovement', call);
  }
}

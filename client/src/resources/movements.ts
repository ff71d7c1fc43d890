import type { Movement, MovementChange, MovementRequest } from '../contract.ts';
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

/** When and why an animal came in, lived in foster care and left; for accounts that may change it. */
export class Movements {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The movements of an animal, the last recorded first. */
  of(petId: bigint): List<'listMovements'> {
    return new List(this.#transport, 'listMovements', petId);
  }

  /**
   * Records a movement exactly once, even after retries. The status of the animal follows.
   *
   * @throws {PetstoreError} `invalid_body`, `pet_not_found`, `not_owner`, or `invalid_transition` while an order holds the animal.
   */
  async add(petId: bigint, movement: MovementRequest, options?: CreateOptions): Promise<Movement> {
    const call = { id: petId, body: movement, options };
    return (await this.#transport.call('addMovement', call)).result;
  }

  /**
   * Corrects a movement; `null` removes a member.
   *
   * @throws {PetstoreError} `invalid_body`, `movement_not_found`, `not_owner`, `precondition_failed` or `invalid_transition`.
   */
  async change(
    petId: bigint,
    movementId: bigint,
    change: MovementChange,
    options?: ChangeOptions,
  ): Promise<Movement> {
    const call = { id: petId, itemId: movementId, body: change, options, accepts: ['ifMatch'] };
    return (await this.#transport.call('changeMovement', call)).result;
  }

  /**
   * Deletes a movement that did not happen.
   *
   * @throws {PetstoreError} `movement_not_found`, `not_owner`, `precondition_failed` or `invalid_transition`.
   */
  async remove(petId: bigint, movementId: bigint, options?: CallOptions): Promise<void> {
    const call = { id: petId, itemId: movementId, options, doneIf: 'movement_not_found' };
    await this.#transport.call('removeMovement', call);
  }
}

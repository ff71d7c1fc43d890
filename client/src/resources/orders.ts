import type { Order, OrderChange, OrderRequest } from '../contract.ts';
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

/** The orders that the account may see: its own and those for its animals; a manager sees all. */
export class Orders extends List<'listOrders'> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, 'listOrders');
    this.#transport = transport;
  }

  /**
   * Places an order to adopt an animal. The order holds the animal until it ends or expires.
   *
   * @throws {PetstoreError} `pet_not_found`, `pet_not_available`, or `too_many_open_orders`.
   */
  async place(order: OrderRequest, options?: CreateOptions): Promise<Order> {
    const call = { body: order, options };
    return (await this.#transport.call('placeOrder', call)).result;
  }

  /**
   * Reads one order.
   *
   * @throws {PetstoreError} `order_not_found`, also if the account may not see it.
   */
  async get(id: bigint, options?: CallOptions): Promise<Order> {
    return (await this.#transport.call('getOrder', { id, options })).result;
  }

  /**
   * Approves, completes or cancels an order, and updates its animal. A retry after a lost connection sets the same status again.
   *
   * @throws {PetstoreError} `order_not_found`, `not_owner`, `precondition_failed` if `ifMatch` is not its version, or
   * `invalid_transition`.
   */
  async change(id: bigint, change: OrderChange, options?: ChangeOptions): Promise<Order> {
    const call = { id, body: change, options, accepts: ['ifMatch'] };
    return (await this.#transport.call('changeOrder', call)).result;
  }
}

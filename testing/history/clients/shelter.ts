import type { NewPet, OrderStatus, PetStatus } from '../../../client/src/index.ts';
import type { Random } from '../../random.ts';
import type { Catalogue, KnownOrder } from '../catalogue.ts';
import type { Added, History } from '../history.ts';
import type { HistoryClient } from './history-client.ts';

const CATEGORIES = 5;

export interface ClientOptions {
  /** Unique, so that it makes unique names of pets and orders. */
  name: string;
  history: History;
  api: HistoryClient;
  random: Random;
  /** Shared by the clients of the same pets. */
  catalogue: Catalogue;
}

/** A client that adds, changes and removes pets, and decides about orders. */
export class Shelter {
  readonly #options: ClientOptions;
  #count = 0;
  /** Additions with an Idempotency-Key whose response was lost, so that they can be repeated. */
  #lost: { write: Added; idempotencyKey: string }[] = [];

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  async step(): Promise<void> {
    const { random, catalogue } = this.#options;
    const dice = random.next();
    const petId = random.pick(catalogue.pets);
    const order = random.pick(catalogue.orders);
    if (dice < 0.25 && order !== undefined) return this.#decide(order);
    if (dice < 0.45 && petId !== undefined) return this.#change(petId);
    if (dice < 0.55 && petId !== undefined) return this.#remove(petId);
    if (dice < 0.65) return this.#addAgain();
    if (dice < 0.85) return this.#add(`${this.#unique()}-key`);
    return this.#add(undefined);
  }

  #unique(): string {
    this.#count += 1;
    return `${this.#options.name} ${this.#count}`;
  }

  async #add(idempotencyKey: string | undefined): Promise<void> {
    const { history, random } = this.#options;
    const statuses: (PetStatus | undefined)[] = ['available', 'available', 'available', undefined, 'pending'];
    const status = random.pick(statuses);
    const categoryId = BigInt(random.between(1, CATEGORIES));
    const pet: NewPet = { name: this.#unique(), categoryId, ...(status === undefined ? {} : { status }) };
    await this.#send(history.record(history.added, pet), idempotencyKey);
  }

  /** Repeats an addition whose outcome is unknown, and sometimes one that was acknowledged. */
  async #addAgain(): Promise<void> {
    const again = this.#options.random.pick(this.#lost);
    if (again === undefined) return this.#add(`${this.#unique()}-key`);
    await this.#send(again.write, again.idempotencyKey);
  }

  async #send(write: Added, idempotencyKey: string | undefined): Promise<void> {
    const { history, api, catalogue, random } = this.#options;
    const wasKnown = write.outcome === 'acknowledged';
    const outcome = await history.perform(write, api, () =>
      idempotencyKey === undefined
        ? api.withoutKeys.pets.create(write.input)
        : api.petstore.pets.create(write.input, { idempotencyKey }),
    );
    if (write.response !== undefined && !wasKnown) catalogue.noteAdded(write.response.id);
    this.#lost = this.#lost.filter((one) => one.write !== write);
    const mayRepeat = outcome === 'unknown' || (outcome === 'acknowledged' && random.chance(0.1));
    if (idempotencyKey !== undefined && mayRepeat) this.#lost.push({ write, idempotencyKey });
  }

  async #change(petId: bigint): Promise<void> {
    const { history, api, random } = this.#options;
    const change = {
      name: this.#unique(),
      ...(random.chance(0.3) ? { categoryId: BigInt(random.between(1, CATEGORIES)) } : {}),
      ...(random.chance(0.4) ? { status: random.pick<PetStatus>(['available', 'pending', 'sold']) } : {}),
    };
    const write = history.record(history.changed, { petId, change });
    await history.perform(write, api, () => api.petstore.pets.change(petId, change));
  }

  async #remove(petId: bigint): Promise<void> {
    const { history, api, catalogue } = this.#options;
    const write = history.record(history.removed, { petId });
    const outcome = await history.perform(write, api, () => api.petstore.pets.remove(petId));
    if (outcome === 'acknowledged') catalogue.noteRemoved(petId);
  }

  async #decide({ id, status }: KnownOrder): Promise<void> {
    const { history, api, catalogue, random } = this.#options;
    const further: OrderStatus = status === 'placed' ? 'approved' : 'completed';
    const wanted = { orderId: id, status: random.chance(0.75) ? further : ('cancelled' as const) };
    const write = history.record(history.moved, wanted);
    await history.perform(write, api, () => api.petstore.orders.change(id, { status: wanted.status }));
    if (write.response !== undefined) catalogue.noteOrder(write.response);
    else if (write.outcome === 'refused') catalogue.noteEnded(id);
  }
}

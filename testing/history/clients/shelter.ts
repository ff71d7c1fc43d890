import type { NewPet, OrderStatus, PetStatus } from '../../../client/src/index.ts';
import type { Random } from '../../random.ts';
import type { Catalogue, KnownOrder } from '../catalogue.ts';
import type { Added, History } from '../history.ts';
import type { HistoryClient } from './caller.ts';

const CATEGORIES = 5;

/** What a person has to work with. */
export interface Desk {
  /** No two people have the same: it makes names that nobody else gives. */
  name: string;
  ledger: History;
  caller: HistoryClient;
  random: Random;
  /** What those know of each other who work with the same animals. */
  catalogue: Catalogue;
}

/** Somebody who adds animals, changes and removes them, and decides about orders. */
export class Shelter {
  readonly #desk: Desk;
  #count = 0;
  /** Additions under a key of their own whose answer was lost, which can be asked for again. */
  #lost: { write: Added; idempotencyKey: string }[] = [];

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Does one thing. */
  async step(): Promise<void> {
    const { random, catalogue } = this.#desk;
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
    return `${this.#desk.name} ${this.#count}`;
  }

  async #add(idempotencyKey: string | undefined): Promise<void> {
    const { ledger, random } = this.#desk;
    const statuses: (PetStatus | undefined)[] = ['available', 'available', 'available', undefined, 'pending'];
    const status = random.pick(statuses);
    const categoryId = BigInt(random.between(1, CATEGORIES));
    const pet: NewPet = { name: this.#unique(), categoryId, ...(status === undefined ? {} : { status }) };
    await this.#send(ledger.open(ledger.added, pet), idempotencyKey);
  }

  /** What was lost is asked for until it is known; and now and then something that was not lost. */
  async #addAgain(): Promise<void> {
    const again = this.#desk.random.pick(this.#lost);
    if (again === undefined) return this.#add(`${this.#unique()}-key`);
    await this.#send(again.write, again.idempotencyKey);
  }

  async #send(write: Added, idempotencyKey: string | undefined): Promise<void> {
    const { ledger, caller, catalogue, random } = this.#desk;
    const wasKnown = write.outcome === 'acknowledged';
    const outcome = await ledger.carryOut(write, caller, () =>
      idempotencyKey === undefined
        ? caller.withoutKeys.pets.create(write.wanted)
        : caller.petstore.pets.create(write.wanted, { idempotencyKey }),
    );
    if (write.answer !== undefined && !wasKnown) catalogue.noteAdded(write.answer.id);
    this.#lost = this.#lost.filter((one) => one.write !== write);
    const mayRepeat = outcome === 'unknown' || (outcome === 'acknowledged' && random.chance(0.1));
    if (idempotencyKey !== undefined && mayRepeat) this.#lost.push({ write, idempotencyKey });
  }

  async #change(petId: bigint): Promise<void> {
    const { ledger, caller, random } = this.#desk;
    const change = {
      name: this.#unique(),
      ...(random.chance(0.3) ? { categoryId: BigInt(random.between(1, CATEGORIES)) } : {}),
      ...(random.chance(0.4) ? { status: random.pick<PetStatus>(['available', 'pending', 'sold']) } : {}),
    };
    const write = ledger.open(ledger.changed, { petId, change });
    await ledger.carryOut(write, caller, () => caller.petstore.pets.change(petId, change));
  }

  async #remove(petId: bigint): Promise<void> {
    const { ledger, caller, catalogue } = this.#desk;
    const write = ledger.open(ledger.removed, { petId });
    const outcome = await ledger.carryOut(write, caller, () => caller.petstore.pets.remove(petId));
    if (outcome === 'acknowledged') catalogue.noteRemoved(petId);
  }

  async #decide({ id, status }: KnownOrder): Promise<void> {
    const { ledger, caller, catalogue, random } = this.#desk;
    const further: OrderStatus = status === 'placed' ? 'approved' : 'completed';
    const wanted = { orderId: id, status: random.chance(0.75) ? further : ('cancelled' as const) };
    const write = ledger.open(ledger.moved, wanted);
    await ledger.carryOut(write, caller, () => caller.petstore.orders.change(id, { status: wanted.status }));
    if (write.answer !== undefined) catalogue.noteOrder(write.answer);
    else if (write.outcome === 'refused') catalogue.noteEnded(id);
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { NewPet, Order, OrderStatus, Pet, PetChange } from '../../client/src/index.ts';
import { isRefusal } from './clients/refusal.ts';
import type { Violation } from './violation.ts';

/** Unknown: it was sent, and the answer was lost or told nothing. Unsent until it is carried out. */
export type Outcome = 'unsent' | 'refused' | 'unknown' | 'acknowledged';

/** One write of a client, sent once or repeated, and what it was told. */
export interface Write<Wanted, Answer> {
  readonly wanted: Wanted;
  outcome: Outcome;
  answer: Answer | undefined;
  /** How many requests it took, each of which may have been carried out. */
  sends: number;
  /** In the order in which all the clients together sent and were answered. */
  sentAt: number;
  answeredAt: number;
}

export type Added = Write<NewPet, Pet>;
/** With a name that no other change and no pet has, by which its event is known. */
export type Changed = Write<{ petId: bigint; change: PetChange & { name: string } }, Pet>;
export type Removed = Write<{ petId: bigint }, undefined>;
export type Placed = Write<{ petId: bigint; reference: string }, Order>;
export type Moved = Write<{ orderId: bigint; status: OrderStatus }, Order>;

/** What sends requests, and counts them. */
interface Sender {
  readonly sends: number;
}

/** Every write that was sent. Names of pets and references of orders are given once, so that each is known again. */
export class History {
  readonly added: Added[] = [];
  readonly changed: Changed[] = [];
  readonly removed: Removed[] = [];
  readonly placed: Placed[] = [];
  readonly moved: Moved[] = [];
  /** What the answers alone show to be wrong. */
  readonly violations: Violation[] = [];
  #moment = 0;

  /** How far it is. */
  get moment(): number {
    return this.#moment;
  }

  /** Notes a write in its list before it is sent. */
  open<Wanted, Answer>(list: Write<Wanted, Answer>[], wanted: Wanted): Write<Wanted, Answer> {
    const times = { sentAt: Number.POSITIVE_INFINITY, answeredAt: Number.POSITIVE_INFINITY };
    const write: Write<Wanted, Answer> = { wanted, outcome: 'unsent', answer: undefined, sends: 0, ...times };
    list.push(write);
    return write;
  }

  /** Sends a write, perhaps not for the first time, and notes what came of it. Throws what no client throws. */
  async carryOut<Answer>(
    write: Write<unknown, Answer>,
    sender: Sender,
    send: () => Promise<Answer>,
  ): Promise<Outcome> {
    const before = sender.sends;
    if (write.outcome === 'unsent') write.sentAt = this.#tick();
    // While it runs it may be done at any moment.
    if (write.outcome !== 'acknowledged') write.outcome = 'unknown';
    const wasSent = write.sends > 0;
    try {
      this.#acknowledge(write, await send());
    } catch (error) {
      if (isRefusal(error) && !wasSent) write.outcome = 'refused';
    } finally {
      write.sends += sender.sends - before;
    }
    return write.outcome;
  }

  /** Does several at once by something that answers nothing of each; `send` says whether they are done. */
  async carryOutAll(writes: readonly Write<unknown, unknown>[], send: () => Promise<boolean>): Promise<void> {
    for (const write of writes) Object.assign(write, { sentAt: this.#tick(), outcome: 'unknown', sends: 1 });
    if (!(await send())) return;
    for (const write of writes) Object.assign(write, { answeredAt: this.#tick(), outcome: 'acknowledged' });
  }

  #acknowledge<Answer>(write: Write<unknown, Answer>, answer: Answer): void {
    if (write.outcome === 'acknowledged') {
      if (isDeepStrictEqual(answer, write.answer)) return;
      const promise = 'a write that is repeated with its Idempotency-Key is answered as it was first';
      this.violations.push({ promise, acknowledged: write, found: answer });
      return;
    }
    write.outcome = 'acknowledged';
    write.answer = answer;
    write.answeredAt = this.#tick();
  }

  #tick(): number {
    this.#moment += 1;
    return this.#moment;
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { NewPet, Order, OrderStatus, Pet, PetChange } from '../../client/src/index.ts';
import { isRefusal } from './refusal.ts';
import type { Violation } from './violation.ts';

/** `unknown`: the response was lost, or was a 500. */
export type Outcome = 'unsent' | 'refused' | 'unknown' | 'acknowledged';

/** One write of a client, sent once or several times, and its outcome. */
export interface Write<Input, Response> {
  readonly input: Input;
  outcome: Outcome;
  response: Response | undefined;
  /** How many requests it took, each of which may have been done. */
  sends: number;
  /** Positions in the order in which all clients together sent requests and received responses. */
  sentAt: number;
  completedAt: number;
}

export type Added = Write<NewPet, Pet>;
/** Its name is unique, so that its event can be identified. */
export type Changed = Write<{ petId: bigint; change: PetChange & { name: string } }, Pet>;
export type Removed = Write<{ petId: bigint }, undefined>;
export type Placed = Write<{ petId: bigint; reference: string }, Order>;
export type Moved = Write<{ orderId: bigint; status: OrderStatus }, Order>;

/** Counts the requests that it sends. */
interface Sender {
  readonly sends: number;
}

/** Every write that was sent. Names of pets and references of orders are unique, so that each event can be identified. */
export class History {
  readonly added: Added[] = [];
  readonly changed: Changed[] = [];
  readonly removed: Removed[] = [];
  readonly placed: Placed[] = [];
  readonly moved: Moved[] = [];
  /** Violations that the responses alone show. */
  readonly violations: Violation[] = [];
  #logicalTime = 0;

  /** The number of sends and acknowledgements so far, which orders them without a clock. */
  get logicalTime(): number {
    return this.#logicalTime;
  }

  /** Adds a write to its list before it is sent. */
  record<Input, Response>(list: Write<Input, Response>[], input: Input): Write<Input, Response> {
    const times = { sentAt: Number.POSITIVE_INFINITY, completedAt: Number.POSITIVE_INFINITY };
    const write: Write<Input, Response> = {
      input,
      outcome: 'unsent',
      response: undefined,
      sends: 0,
      ...times,
    };
    list.push(write);
    return write;
  }

  /** Sends a write, perhaps again, and records its outcome. Throws errors that a client must not throw. */
  async perform<Response>(
    write: Write<unknown, Response>,
    sender: Sender,
    send: () => Promise<Response>,
  ): Promise<Outcome> {
    const before = sender.sends;
    if (write.outcome === 'unsent') write.sentAt = this.#tick();
    // It may be done at any time from now on.
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

  /** Performs several writes by one command. `send` returns true if all of them are done. */
  async performAll(writes: readonly Write<unknown, unknown>[], send: () => Promise<boolean>): Promise<void> {
    for (const write of writes) Object.assign(write, { sentAt: this.#tick(), outcome: 'unknown', sends: 1 });
    if (!(await send())) return;
    for (const write of writes) Object.assign(write, { completedAt: this.#tick(), outcome: 'acknowledged' });
  }

  #acknowledge<Response>(write: Write<unknown, Response>, response: Response): void {
    if (write.outcome === 'acknowledged') {
      if (isDeepStrictEqual(response, write.response)) return;
      const promise = 'a write that is repeated with its Idempotency-Key has the same response';
      this.violations.push({ promise, acknowledged: write, found: response });
      return;
    }
    write.outcome = 'acknowledged';
    write.response = response;
    write.completedAt = this.#tick();
  }

  #tick(): number {
    this.#logicalTime += 1;
    return this.#logicalTime;
  }
}

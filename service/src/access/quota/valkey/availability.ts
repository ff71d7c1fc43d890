import { type Clock, SECOND } from '../../../platform/core/clock.ts';
import type { ValkeyConnection } from './connection.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { WriteBehind } from './write-behind.ts';

/**
 * Whether this process counts requests in Valkey or by itself:
 *
 *                 lost                     ready
 *   connected -----------> unavailable -----------> returning
 *       ^                      ^                    |   |
 *       |                      '------- lost -------'   |
 *       '------------------- caught up -----------------'
 *
 *   any state ---- closed ----> closed
 *
 * - `connected`: Valkey counts the requests of all processes.
 * - `unavailable`: each process counts by itself, against its share of each quota (`fallback.ts`).
 * - `returning`: Valkey can be reached again, but processes still count by themselves. They write what they admitted to
 *   the database, from which Valkey then learns it.
 * - `closed`: nothing is counted any more.
 *
 * It works as described in its record (docs/adr/0011).
 */
type StateName = 'connected' | 'unavailable' | 'returning' | 'closed';

type Event = 'lost' | 'ready' | 'caught up' | 'closed';

/** The next state for each event; an event that is missing changes nothing. */
const TRANSITIONS: Readonly<Record<StateName, Partial<Readonly<Record<Event, StateName>>>>> = {
  // `ready` while connected: the connection was lost and established again before anything listened to it.
  connected: { lost: 'unavailable', ready: 'returning', closed: 'closed' },
  unavailable: { ready: 'returning', closed: 'closed' },
  returning: { lost: 'unavailable', 'caught up': 'connected', closed: 'closed' },
  closed: {},
};

/** An object for each stay in a state, so that asynchronous work can check whether its state is still the current one. */
export interface State {
  readonly name: StateName;
}

/** After this time in `returning`, every process has noticed that Valkey is back. */
export const HOLD_OFF_MS = SECOND;

export interface AvailabilityOptions {
  clock: Clock;
  connection: ValkeyConnection;
  heartbeat: Heartbeat;
  writeBehind: WriteBehind;
  /** Called for each loss of the connection, before `onUnavailable`. */
  onLost(): void;
  /** Called when `connected` ends, unless by `close`. */
  onUnavailable(cause: unknown): void;
  /** Called when `connected` begins again. */
  onConnected(): void;
}

/** Follows the connection through the states above. */
export class Availability {
  readonly #options: AvailabilityOptions;
  #state: State = { name: 'connected' };

  constructor(options: AvailabilityOptions) {
    this.#options = options;
    options.connection.setEvents({
      onReady: () => this.#onReady(),
      onUnavailable: (cause) => this.#onLost(cause),
    });
  }

  get state(): State {
    return this.#state;
  }

  get isConnected(): boolean {
    return this.#state.name === 'connected';
  }

  close(): void {
    this.#apply('closed');
  }

  /** Returns true if the event changed the state. */
  #apply(event: Event): boolean {
    const next = TRANSITIONS[this.#state.name][event];
    if (next === undefined) return false;
    this.#state = { name: next };
    return true;
  }

  #onLost(cause: unknown): void {
    const wasConnected = this.isConnected;
    this.#apply('lost');
    this.#options.onLost();
    if (wasConnected) this.#options.onUnavailable(cause);
  }

  #onReady(): void {
    if (this.#apply('ready')) void this.#catchUp(this.#state);
  }

  /**
   * Writes what this process admitted by itself to the database, and connects then. It waits first, so that every
   * process has written before one of them asks Valkey again: what Valkey reads from the database is then complete.
   */
  async #catchUp(returning: State): Promise<void> {
    const { heartbeat, writeBehind, onConnected } = this.#options;
    const heldOff = this.#delay(HOLD_OFF_MS);
    if ((await heartbeat.announce()) === undefined) return;
    await heldOff;
    while (!(await writeBehind.flush())) {
      if (this.#state !== returning) return;
      await this.#delay(HOLD_OFF_MS);
    }
    const share = await heartbeat.announce();
    if (share === undefined || this.#state !== returning) return;
    heartbeat.setShare(share);
    this.#apply('caught up');
    onConnected();
  }

  #delay(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#options.clock.after(ms, resolve);
    });
  }
}

import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from './one-request.ts';

/** Longer than nginx waits for a service. */
const TIMEOUT_MS = 40_000;

/** One request and what came of it; times are those of `performance.now()`. */
export interface Answered {
  readonly kind: Kind;
  readonly sentAt: number;
  readonly endedAt: number;
  /** Undefined if the connection broke. */
  readonly status: number | undefined;
}

type Kind = 'GET' | 'POST';

export interface Sender {
  readonly url: string;
  readonly key: string;
  /** JSON that makes it a POST. */
  readonly body?: string;
  readonly connections: number;
  /** How long a connection rests after an answer. */
  pauseMs(answer: Answered): number;
}

/** Clients that send one request after the other, whatever comes back, and note each answer. */
export class SteadyLoad {
  readonly answers: Answered[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #clients: readonly Promise<void>[];
  #isStopped = false;

  constructor(senders: readonly Sender[]) {
    this.#clients = senders.flatMap((sender) =>
      Array.from({ length: sender.connections }, () => this.#run(sender)),
    );
  }

  /** Returns when all that was sent is answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#clients);
    this.#agent.destroy();
  }

  async #run(sender: Sender): Promise<void> {
    while (!this.#isStopped) {
      const answer = await this.#send(sender);
      this.answers.push(answer);
      const pauseMs = sender.pauseMs(answer);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }

  async #send({ url, key, body }: Sender): Promise<Answered> {
    const sentAt = performance.now();
    const answer = await send(url, { key, body, agent: this.#agent, timeoutMs: TIMEOUT_MS }).catch(
      () => undefined,
    );
    const kind = body === undefined ? 'GET' : 'POST';
    return { kind, sentAt, endedAt: performance.now(), status: answer?.status };
  }
}

export function isNormal({ status }: Answered): boolean {
  return status === 200 || status === 201;
}

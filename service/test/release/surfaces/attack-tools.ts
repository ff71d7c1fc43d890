import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { addPet } from '@petstore/testing/api-calls.ts';
import { type SendOptions, send } from '@petstore/testing/http/send.ts';
import { type AgentRequest, sendOn } from '@petstore/testing/http/send-on-agent.ts';
import type { Target } from './surface-attack.ts';

const PAUSE_MS = 200;

/** Sends a request that an attack needs, again and again until the service has a place for it. */
export async function sendWhenServed({ url, key }: Target, path: string, options: SendOptions = {}) {
  for (;;) {
    const response = await send(`${url}${path}`, { key, ...options });
    if (response.status !== 503) return response;
    await wait(PAUSE_MS);
  }
}

/** Adds an animal of the attacker, and returns its id. */
export function addAnimal(target: Target, pet?: object): Promise<number> {
  return addPet({ send: (path, options) => sendWhenServed(target, path, options) }, target.key, pet);
}

export interface AttackRequest extends AgentRequest {
  readonly path: string;
}

/** Sends requests of an attack and counts the statuses of their responses. */
export class AttackClient {
  readonly counts: Record<string, number> = {};
  readonly #target: Target;
  readonly #agent = new Agent({ keepAlive: true });
  #sent = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Sends a request to the processes in turn. Returns the status and the headers of the response. */
  async send(path: string, options: AgentRequest = {}) {
    const { urls, key } = this.#target;
    const url = urls[this.#sent++ % urls.length];
    const response = await sendOn(this.#agent, url + path, { key, ...options }).catch(() => undefined);
    this.count(response?.status);
    return response;
  }

  /** Sends requests on some connections, each as soon as the last one has its response, until the attack is over. Returns the counts. */
  async repeat(
    connections: number,
    isOver: () => boolean,
    next: (index: number) => AttackRequest,
  ): Promise<Record<string, number>> {
    return this.repeatWith(connections, isOver, (index) => {
      const { path, ...options } = next(index);
      return this.send(path, options);
    });
  }

  /** Like `repeat`, with a function that sends one request and counts its response. */
  async repeatWith(
    connections: number,
    isOver: () => boolean,
    sendOne: (index: number) => Promise<unknown>,
  ): Promise<Record<string, number>> {
    let sent = 0;
    const sendNext = async () => {
      while (!isOver()) await sendOne(sent++);
    };
    await Promise.all(Array.from({ length: connections }, sendNext));
    this.close();
    return this.counts;
  }

  count(status: number | string = 'connection error'): void {
    const name = String(status);
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** Ends its connections, also those on which responses arrive. */
  close(): void {
    this.#agent.destroy();
  }
}

/** Resolves after a time, or as soon as the attack is over. */
export async function waitUnless(isOver: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!isOver() && performance.now() < end) await wait(Math.min(ms, PAUSE_MS));
}

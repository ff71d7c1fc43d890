import type { Violation } from '@petstore/testing/history/violation.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { type Ended, type Program, petstore } from './processes.ts';
import type { Tally } from './tally.ts';

const RSS_EVERY_MS = 500;
/** What a process needs to have filled its caches and to have been compiled. */
const WARM_AFTER_MS = 5_000;
const STOP_LIMIT_MS = 10_000;

/** `petstore serve` on one store, as often as it is started, at one address. */
export class Service {
  readonly store: string;
  readonly violations: Violation[] = [];
  /** When it was killed, by the clock of `performance`. */
  readonly crashes: number[] = [];
  readonly #proxy: CuttingProxy;
  readonly #tally: Tally;
  #program: Program | undefined;
  #startedAt = 0;
  /** Of the process that runs, once it is warm. */
  #warmRss: number | undefined;
  #rss: number | undefined;
  readonly #watch: NodeJS.Timeout;

  private constructor(store: string, proxy: CuttingProxy, tally: Tally) {
    this.store = store;
    this.#proxy = proxy;
    this.#tally = tally;
    this.#watch = setInterval(() => this.#noteRss(), RSS_EVERY_MS);
  }

  static async start(store: string, tally: Tally): Promise<Service> {
    const service = new Service(store, await startCuttingProxy(), tally);
    try {
      await service.#start();
      return service;
    } catch (error) {
      service.abandon();
      throw error;
    }
  }

  get url(): string {
    return this.#proxy.url;
  }

  /** How much the process has grown since it was warm; undefined if it never was. */
  get growth(): number | undefined {
    if (this.#warmRss === undefined || this.#rss === undefined) return undefined;
    return this.#rss - this.#warmRss;
  }

  cutConnections(): void {
    this.#proxy.cut();
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#program?.kill(signal);
  }

  async killAndStart(): Promise<void> {
    this.crashes.push(performance.now());
    this.#program?.kill('SIGKILL');
    await this.#program?.ended;
    await this.#start();
  }

  async stopAndStart(): Promise<void> {
    await this.#stop();
    await this.#start();
  }

  /** Returns what the last process wrote to its log. */
  async end(): Promise<string> {
    return (await this.#stop())?.err ?? '';
  }

  /** Leaves nothing behind. */
  abandon(): void {
    clearInterval(this.#watch);
    this.#program?.kill('SIGKILL');
    this.#proxy.close();
  }

  async #stop(): Promise<Ended | undefined> {
    const asked = performance.now();
    this.#program?.kill('SIGTERM');
    const ended = await this.#program?.ended;
    const ms = performance.now() - asked;
    if (ended?.status !== 0 || ms > STOP_LIMIT_MS) {
      const promise = 'SIGTERM ends the service with status 0 within 10 s';
      this.violations.push({ promise, acknowledged: undefined, found: { ms, ...ended } });
    }
    return ended;
  }

  async #start(): Promise<void> {
    const program = petstore(['serve', '--port', '0'], this.store);
    const url = await program.printed(/listens on (http:\S+) /);
    if (url === undefined) throw new Error(`petstore serve did not start: ${(await program.ended).err}`);
    this.#program = program;
    this.#startedAt = performance.now();
    this.#warmRss = undefined;
    this.#proxy.leadTo(url);
    program.ended.then((ended) => this.#noteEnd(program, ended));
  }

  #noteEnd(program: Program, ended: Ended): void {
    const isExpected = program !== this.#program || ended.status === 0 || ended.status === 'SIGKILL';
    if (isExpected) return;
    this.violations.push({
      promise: 'the service never ends by itself',
      acknowledged: undefined,
      found: ended,
    });
  }

  #noteRss(): void {
    const rss = this.#program?.rss;
    if (rss === undefined) return;
    this.#tally.noteRss(rss);
    this.#rss = rss;
    if (performance.now() - this.#startedAt > WARM_AFTER_MS) this.#warmRss ??= rss;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../bin/petstore.js', import.meta.url));
const HOLD_WRITE_LOCK = fileURLToPath(new URL('children/hold-write-lock.ts', import.meta.url));
const KEPT_CHARACTERS = 4_000;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Ended {
  /** The exit status, or the signal that ended it. */
  status: number | string;
  out: string;
  err: string;
}

/** A process that never outlives this one, and does not see its Ctrl-C. */
export class Program {
  readonly #child: ChildProcess;
  readonly ended: Promise<Ended>;
  #out = '';
  #err = '';
  #onOutput = () => {};

  /** @param env all the variables that it has. */
  constructor(args: readonly string[], env: Record<string, string>) {
    this.#child = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(this.#child);
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#out = (this.#out + text).slice(-KEPT_CHARACTERS);
      this.#onOutput();
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#err = (this.#err + text).slice(-KEPT_CHARACTERS);
    });
    this.ended = once(this.#child, 'close').then(([status, signal]) => {
      running.delete(this.#child);
      return { status: status ?? signal, out: this.#out, err: this.#err };
    });
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The first group of the first match in what it prints; undefined if it ended without. */
  async printed(pattern: RegExp): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#onOutput = () => {
      const found = pattern.exec(this.#out)?.[1];
      if (found !== undefined) resolve(found);
    };
    this.#onOutput();
    return Promise.race([promise, this.ended.then(() => undefined)]);
  }

  /** Resident memory in bytes; undefined where the system does not tell, and when it has ended. */
  get rss(): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
      return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
    } catch {
      return undefined;
    }
  }
}

/** `petstore` with arguments. */
export function petstore(args: readonly string[], store: string): Program {
  return new Program([PROGRAM, ...args], { DATABASE_URL: `sqlite:${store}` });
}

export function holdWriteLock(store: string, ms: number): Program {
  return new Program([HOLD_WRITE_LOCK, store, String(ms)], {});
}

import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { Scope } from '@petstore/testing/folders.ts';

/** A program that runs as an integrator's would. */
export interface Program {
  /** Resolves once it has printed this, in either output; fails if it ends before. */
  printed(what: string | RegExp): Promise<void>;
  send(signal: 'SIGINT' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void;
  ended: Promise<ProgramResult>;
}

export interface ProgramResult {
  /** The exit status, or the signal that ended it. */
  status: number | string;
  out: string;
  err: string;
}

export interface ProgramStart {
  node: string;
  folder: string;
  /** The program and its arguments. */
  args: readonly string[];
  /** All the variables that it has: no other may change what is tested. */
  env: Record<string, string>;
}

/** Starts a program, which is killed after the test. */
export function startProgram(t: Scope, { node, folder, args, env }: ProgramStart): Program {
  const child = spawn(node, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  const output = { out: '', err: '' };
  const news = new EventEmitter();
  let hasEnded = false;
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output.out += chunk;
    news.emit('any');
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    output.err += chunk;
    news.emit('any');
  });
  const ended = once(child, 'close').then(([status, signal]): ProgramResult => {
    hasEnded = true;
    news.emit('any');
    return { status: status ?? signal, ...output };
  });
  return {
    ended,
    send: (signal) => child.kill(signal),
    async printed(what) {
      const isIn = (text: string) => (typeof what === 'string' ? text.includes(what) : what.test(text));
      while (!isIn(output.out) && !isIn(output.err)) {
        if (hasEnded) throw new Error(`It ended before it printed ${what}: ${output.out}${output.err}`);
        await once(news, 'any');
      }
    },
  };
}

/** Runs a program to its end. */
export function runProgram(t: Scope, start: ProgramStart): Promise<ProgramResult> {
  return startProgram(t, start).ended;
}

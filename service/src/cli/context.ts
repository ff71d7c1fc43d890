import type { Command } from 'commander';
import { openDatabase } from '../compose.ts';
import { type Config, parseConfig, SETTINGS } from '../config.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { stringifyJson } from '../core/json.ts';
import { printable, printableLine } from '../core/printable.ts';
import type { Database } from '../database/database.ts';

/** Where a command prints. */
export interface Output {
  write(text: string): void;
  writeError(text: string): void;
}

/** What a command needs of the process around it. */
export interface CommandContext {
  readonly clock: Clock;
  /** What the process will exit with if the command does not throw. */
  exitStatus: number;
  /** The settings: the environment, overridden by the global flags and by `flags`. */
  config(flags?: Readonly<Record<string, unknown>>): Config;
  openDatabase(): Promise<Database>;
  /** Opens the store for `work` and closes it after, whatever happens. */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** One line to standard output. */
  out(line: string): void;
  /** One JSON document to standard output; a `bigint` is written as its digits. */
  json(value: unknown): void;
  /** One line to standard error. */
  err(line: string): void;
}

/** A failure whose message is all that the user needs; shown as one line. Status 2 is for wrong usage. */
export class CommandFailure extends Error {
  readonly exitStatus: 1 | 2;

  constructor(message: string, exitStatus: 1 | 2 = 1) {
    super(message);
    this.name = 'CommandFailure';
    this.exitStatus = exitStatus;
  }
}

export function createContext(
  program: Command,
  env: Readonly<Record<string, string | undefined>>,
  output: Output,
): CommandContext {
  const config = (flags: Readonly<Record<string, unknown>> = {}) =>
    parseConfig({ ...env, ...fromFlags({ ...program.opts(), ...flags }) });
  const open = () => openDatabase(config());
  return {
    clock: systemClock,
    exitStatus: 0,
    config,
    openDatabase: open,
    withDatabase: async (work) => {
      const database = await open();
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    // Names come from files and from the store, and what is printed here may reach a terminal.
    out: (line) => output.write(`${printableLine(line)}\n`),
    json: (value) => output.write(`${printable(stringifyJson(value, 2))}\n`),
    err: (line) => output.writeError(`${printableLine(line)}\n`),
  };
}

/** Commander names the value of `--public-url` `publicUrl`. */
function fromFlags(flags: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(SETTINGS).map(([name, { flag }]) => {
    const words = flag.replace(/^--| .*$/g, '').split('-');
    const key = words.map((word, index) => (index === 0 ? word : capitalised(word))).join('');
    return [name, flags[key]] as const;
  });
  return Object.fromEntries(
    given.filter((entry): entry is [keyof typeof SETTINGS, string] => typeof entry[1] === 'string'),
  );
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

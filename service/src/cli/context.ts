import type { Command } from 'commander';
import { type Config, parseConfig } from '../config/config.ts';
import { DEPRECATED_SETTINGS, SETTINGS } from '../config/settings.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { stringifyJson } from '../core/json.ts';
import { printable, printableLine } from '../core/printable.ts';
import type { Database } from '../database/database.ts';
import { explainStorageError } from '../database/sqlite/file-access.ts';
import { openDatabase } from '../server/compose.ts';
import { createdLine, missingStore, storeExists } from './store/store-presence.ts';

/** Where a command prints. */
export interface Output {
  write(text: string): void;
  writeError(text: string): void;
  /** True if a person reads what is written, and no log keeps it. */
  readonly isTerminal?: boolean;
  /** Asks the person at the terminal; absent where there is none. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

/** What a command needs of the process around it. */
export interface CommandContext {
  readonly clock: Clock;
  /** What the process will exit with if the command does not throw. */
  exitStatus: number;
  /** The settings: the environment, overridden by the global flags and by `flags`. */
  config(flags?: Readonly<Record<string, unknown>>): Config;
  /** A variable of the environment that is no setting of the service. */
  variable(name: 'TRANSFER_TO_URL'): string | undefined;
  /** @throws {CommandFailure} if there is no store. */
  requireStore(): Promise<void>;
  /**
   * Opens the store for `work` and closes it after, whatever happens.
   *
   * @throws {CommandFailure} if there is no store.
   */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** The same, but creates a store that is missing and prints where. */
  withNewDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** True if standard output is a terminal, where a secret may be printed. */
  readonly isTerminal: boolean;
  /** Asks the person at the terminal; undefined where there is none. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
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
  const requireStore = async () => {
    const missing = await missingStore(config().store);
    if (missing !== undefined) throw new CommandFailure(missing);
  };
  const err = (line: string) => output.writeError(`${printableLine(line)}\n`);
  return {
    clock: systemClock,
    exitStatus: 0,
    config,
    isTerminal: output.isTerminal ?? false,
    ask: output.ask,
    variable: (name) => env[name]?.trim() || undefined,
    requireStore,
    withDatabase: async (work) => {
      await requireStore();
      return useDatabase(config(), work);
    },
    withNewDatabase: async (work) => {
      const { store } = config();
      const isNew = !(await storeExists(store));
      return useDatabase(config(), (database) => {
        if (isNew) err(createdLine(store));
        return work(database);
      });
    },
    // Names come from files and from the store, and what is printed here may reach a terminal.
    out: (line) => output.write(`${printableLine(line)}\n`),
    json: (value) => output.write(`${printable(stringifyJson(value, 2))}\n`),
    err,
  };
}

async function useDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  try {
    await using opened = new AsyncDisposableStack();
    const database = opened.adopt(await openDatabase(config), (store) => store.close());
    return await work(database);
  } catch (error) {
    throw config.store.engine === 'sqlite' ? explainStorageError(config.store.path, error) : error;
  }
}

/** Commander names the value of `--public-url` `publicUrl`. */
function fromFlags(flags: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries({ ...SETTINGS, ...DEPRECATED_SETTINGS }).map(([name, { flag }]) => {
    const words = flag.replace(/^--| .*$/g, '').split('-');
    const key = words.map((word, index) => (index === 0 ? word : capitalised(word))).join('');
    return [name, flags[key]] as const;
  });
  return Object.fromEntries(given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

import type { Command } from 'commander';
import { type Config, parseConfig, withDefaults } from '../platform/config/config.ts';
import { readConfigFile } from '../platform/config/config-file.ts';
import { DEPRECATED_OPTIONS, OPTIONS } from '../platform/config/options.ts';
import { type Clock, systemClock } from '../platform/core/clock.ts';
import { stringifyJson } from '../platform/core/json.ts';
import { printable, printableLine } from '../platform/core/printable.ts';
import type { Database } from '../platform/database/database.ts';
import { explainStorageError } from '../platform/database/sqlite/file-access.ts';
import { openDatabase } from '../server/open-database.ts';
import { createdLine, missingStore, mistakenStore, storeExists } from './store/store-presence.ts';

/** The output streams of a command, and the terminal if there is one. */
export interface Output {
  write(text: string): void;
  writeError(text: string): void;
  /** True if standard output is a terminal, so that no log keeps what is printed. */
  readonly isTerminal?: boolean;
  /** Asks the user at the terminal; absent without a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

/** Environment variables that are not options of the service. systemd sets most of them. */
type VariableName = 'TRANSFER_TO_URL' | 'NOTIFY_SOCKET' | 'WATCHDOG_USEC' | 'LISTEN_PID' | 'LISTEN_FDS';

/** The process environment as commands see it. */
export interface CommandContext {
  readonly clock: Clock;
  /** The exit status if the command does not throw. */
  exitStatus: number;
  /** The configuration: the options of its file, overridden by the environment, by the global flags and by `flags`. */
  config(flags?: Readonly<Record<string, unknown>>): Config;
  variable(name: VariableName): string | undefined;
  /** @throws {CommandFailure} if the store does not exist. */
  requireStore(): Promise<void>;
  /**
   * For what creates a missing store.
   *
   * @throws {CommandFailure} if the store was lost or has another name.
   * @throws {ApiError} `service_unavailable` if something else is at its path.
   */
  requirePlaceOfStore(): Promise<void>;
  /**
   * Opens the store, runs `work`, which only reads, and closes the store.
   *
   * @throws {CommandFailure} if the store does not exist.
   * @throws {ApiError} `service_unavailable` if the store is of an older version: reading never migrates.
   */
  readDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /**
   * Like `readDatabase`, for a command that changes something: migrates a store of an older version.
   *
   * @throws {CommandFailure} if the store does not exist.
   */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /**
   * Like `withDatabase`, but creates a missing store and prints its location.
   *
   * @throws {CommandFailure} if the store was lost or has another name.
   */
  withNewDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** True if standard output is a terminal, so that a secret may be printed. */
  readonly isTerminal: boolean;
  /** Asks the user at the terminal; undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** Prints one line to standard output. */
  out(line: string): void;
  /** Prints one JSON document to standard output; a `bigint` is written as its digits. */
  json(value: unknown): void;
  /** Prints one line to standard error. */
  err(line: string): void;
}

/** An expected failure, printed as one line without a stack. Exit status 2 means wrong usage. */
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
  const configuration = (flags: Readonly<Record<string, unknown>> = {}) => {
    const given = { ...env, ...fromFlags({ ...program.opts(), ...flags }) };
    const { config: named } = program.opts<{ config?: string }>();
    const file = readConfigFile(
      named ?? (env.PETSTORE_CONFIG?.trim() || undefined),
      given.DATABASE_URL?.trim(),
    );
    return { given, file };
  };
  const config = (flags: Readonly<Record<string, unknown>> = {}) => {
    const { given, file } = configuration(flags);
    return parseConfig(given, file);
  };
  const requireStore = async () => {
    const missing = await missingStore(config().store);
    if (missing !== undefined) throw new CommandFailure(missing);
  };
  const requirePlaceOfStore = async () => {
    const mistake = await mistakenStore(config().store);
    if (mistake !== undefined) throw new CommandFailure(mistake);
  };
  const err = (line: string) => output.writeError(`${printableLine(line)}\n`);
  return {
    clock: systemClock,
    exitStatus: 0,
    config,
    isTerminal: output.isTerminal ?? false,
    ask: output.ask,
    variable: (name) => {
      const { given, file } = configuration();
      return withDefaults(given, file?.variables ?? {})[name]?.trim() || undefined;
    },
    requireStore,
    requirePlaceOfStore,
    readDatabase: async (work) => {
      await requireStore();
      return useDatabase(config(), { onFailover: err, migrates: false }, work);
    },
    withDatabase: async (work) => {
      await requireStore();
      return useDatabase(config(), { onFailover: err }, work);
    },
    withNewDatabase: async (work) => {
      const { store } = config();
      await requirePlaceOfStore();
      const isNew = !(await storeExists(store));
      return useDatabase(config(), { onFailover: err }, (database) => {
        if (isNew) err(createdLine(store));
        return work(database);
      });
    },
    // Names come from files and from the store: escape control characters before they reach a terminal.
    out: (line) => output.write(`${printableLine(line)}\n`),
    json: (value) => output.write(`${printable(stringifyJson(value, 2))}\n`),
    err,
  };
}

async function useDatabase<T>(
  config: Config,
  options: { readonly onFailover: (message: string) => void; readonly migrates?: boolean },
  work: (database: Database) => Promise<T>,
): Promise<T> {
  try {
    await using opened = new AsyncDisposableStack();
    const database = opened.adopt(await openDatabase(config, options), (store) => store.close());
    return await work(database);
  } catch (error) {
    throw config.store.engine === 'sqlite' ? explainStorageError(config.store.path, error) : error;
  }
}

/** Maps the flags to options. Commander stores the value of `--public-url` as `publicUrl`. */
function fromFlags(flags: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries({ ...OPTIONS, ...DEPRECATED_OPTIONS }).map(([name, { flag }]) => {
    const words = flag.replace(/^--| .*$/g, '').split('-');
    const key = words.map((word, index) => (index === 0 ? word : capitalised(word))).join('');
    return [name, flags[key]] as const;
  });
  return Object.fromEntries(given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

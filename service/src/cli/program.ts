import { Command, CommanderError } from 'commander';
import { ConfigError } from '../platform/config/option-values.ts';
import { DEPRECATED_OPTIONS, OPTIONS } from '../platform/config/options.ts';
import { ApiError } from '../platform/core/errors.ts';
import { stringifyJson } from '../platform/core/json.ts';
import { printable } from '../platform/core/printable.ts';
import { VERSION } from '../platform/core/version.ts';
import { type CommandContext, CommandFailure, createContext, type Output } from './context.ts';

type CommandFactory = (context: CommandContext) => Command;

type Environment = Readonly<Record<string, string | undefined>>;

/** Values that a message may quote. A URL is not one of them, because it may contain a password. */
const QUOTABLE_VALUE = /^[\w.]{1,40}$/;

/** In the order of `--help`. */
const COMMANDS: Readonly<Record<string, () => Promise<CommandFactory>>> = {
  serve: async () => (await import('./serve/serve.ts')).serveCommand,
  accounts: async () => (await import('./accounts/accounts.ts')).accountsCommand,
  keys: async () => (await import('./accounts/keys.ts')).keysCommand,
  people: async () => (await import('./accounts/people.ts')).peopleCommand,
  usage: async () => (await import('./accounts/usage.ts')).usageCommand,
  pets: async () => (await import('./pets/pets.ts')).petsCommand,
  backup: async () => (await import('./store/backup.ts')).backupCommand,
  restore: async () => (await import('./store/restore.ts')).restoreCommand,
  export: async () => (await import('./store/export.ts')).exportCommand,
  import: async () => (await import('./store/import.ts')).importCommand,
  'advance-ids': async () => (await import('./store/advance-ids.ts')).advanceIdsCommand,
  transfer: async () => (await import('./store/transfer.ts')).transferCommand,
  reset: async () => (await import('./store/reset.ts')).resetCommand,
  doctor: async () => (await import('./serve/doctor.ts')).doctorCommand,
  completion: async () => {
    const { completionCommand } = await import('./completion.ts');
    return (context) => completionCommand(context, () => loadAll(context));
  },
};

/** Loads only the command that is named first, because loading every module would slow down the start. */
function commandsFor([first = '']: readonly string[]): Promise<CommandFactory[]> {
  const named = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  return Promise.all((named === undefined ? Object.values(COMMANDS) : [named]).map((load) => load()));
}

async function loadAll(context: CommandContext): Promise<Command[]> {
  return (await commandsFor([])).map((create) => create(context));
}

/**
 * Runs one command of `petstore`.
 *
 * @returns the exit status: 0, 1 for a failure, 2 for wrong usage.
 */
export async function run(args: readonly string[], env: Environment, output: Output): Promise<number> {
  const asJson = args.includes('--json');
  const program = new Command('petstore')
    .description('An adoption catalogue that a shelter, a rescue network or a city runs itself.')
    .version(VERSION)
    .option(
      '--config <file>',
      'file with settings, NAME=VALUE a line; the environment overrides them (PETSTORE_CONFIG, default petstore.env beside the store)',
    )
    .option(OPTIONS.DATABASE_URL.flag, OPTIONS.DATABASE_URL.meaning)
    .option(OPTIONS.PETSTORE_ENV.flag, OPTIONS.PETSTORE_ENV.meaning)
    .showHelpAfterError('(use --help for usage)')
    .configureOutput({
      writeOut: output.write,
      writeErr: (text) => (asJson ? undefined : output.writeError(text)),
      outputError: (text, write) => write(`petstore: ${withoutPrefix(text)}`),
    });
  const context = createContext(program, env, output);
  for (const command of await commandsFor(args)) program.addCommand(command(context));
  exitByException(program);
  try {
    rejectFlagsConsumedByNpm(args, env);
    await program.parseAsync(args, { from: 'user' });
    return context.exitStatus;
  } catch (error) {
    return printError(error, output, asJson);
  }
}

/**
 * npm consumes flags before `--`, and passes them to the script only as the variables `npm_config_FLAG`.
 *
 * @throws {CommandFailure} for `npm start --port 8081`, which would otherwise serve on port 8080.
 */
function rejectFlagsConsumedByNpm(args: readonly string[], env: Environment): void {
  if (env.npm_lifecycle_event !== 'start') return;
  for (const [name, { flag }] of Object.entries({ ...OPTIONS, ...DEPRECATED_OPTIONS })) {
    const [option = '', placeholder = ''] = flag.split(' ');
    const consumed = env[`npm_config_${option.slice('--'.length).replaceAll('-', '_')}`];
    if (consumed === undefined || consumed === '') continue;
    // npm sets "true" for "--port 8081" and passes the number as an argument. For "--port=8081" it sets the number.
    const value = [consumed, args[1]].find((text = '') => text !== 'true' && QUOTABLE_VALUE.test(text));
    const shown = value ?? placeholder.toUpperCase().replace(/^<(.*)>$/, '$1');
    throw new CommandFailure(
      `npm did not pass ${option} to petstore: use "npm start -- ${option} ${shown}" or "${name}=${shown} npm start"`,
      2,
    );
  }
}

/** Makes every command throw; by default Commander calls `process.exit`. */
function exitByException(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    exitByException(child);
  }
}

/** Prints an error and returns the exit status. With `--json` the error is one JSON document on standard error. */
function printError(error: unknown, output: Output, asJson: boolean): number {
  const exitStatus = exitStatusOf(error);
  if (exitStatus === 0) return 0;
  const isUsage = error instanceof CommanderError;
  const isExpected =
    isUsage || error instanceof CommandFailure || error instanceof ConfigError || error instanceof ApiError;
  const message = isExpected
    ? withoutPrefix(error.message)
    : `unexpected error, please report it: ${describe(error)}`;
  if (asJson) output.writeError(`${printable(stringifyJson({ error: { message, exitStatus } }, 2))}\n`);
  // Commander has already printed its message.
  else if (!isUsage) output.writeError(`petstore: ${printable(message)}\n`);
  return exitStatus;
}

/** Removes the prefix of Commander's own messages. */
function withoutPrefix(message: string): string {
  return message.replace(/^error: /, '');
}

function exitStatusOf(error: unknown): number {
  // `--help` ends with exit code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ConfigError) return 2;
  return error instanceof CommandFailure ? error.exitStatus : 1;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

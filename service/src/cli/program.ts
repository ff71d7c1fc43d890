import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/setting-values.ts';
import { SETTINGS } from '../config/settings.ts';
import { ApiError } from '../core/errors.ts';
import { printable } from '../core/printable.ts';
import { VERSION } from '../core/version.ts';
import { type CommandContext, CommandFailure, createContext, type Output } from './context.ts';
import { rejectFlagsConsumedByNpm } from './serve/npm-flags.ts';

type CommandFactory = (context: CommandContext) => Command;

/** In the order of `--help`. */
const COMMANDS: Readonly<Record<string, () => Promise<CommandFactory>>> = {
  serve: async () => (await import('./serve/serve.ts')).serveCommand,
  accounts: async () => (await import('./accounts/accounts.ts')).accountsCommand,
  keys: async () => (await import('./accounts/keys.ts')).keysCommand,
  usage: async () => (await import('./accounts/usage.ts')).usageCommand,
  pets: async () => (await import('./pets/pets.ts')).petsCommand,
  backup: async () => (await import('./store/backup.ts')).backupCommand,
  restore: async () => (await import('./store/restore.ts')).restoreCommand,
  'advance-ids': async () => (await import('./store/advance-ids.ts')).advanceIdsCommand,
  transfer: async () => (await import('./store/transfer.ts')).transferCommand,
  reset: async () => (await import('./store/reset.ts')).resetCommand,
  doctor: async () => (await import('./serve/doctor.ts')).doctorCommand,
};

/** Loads only the command that is named first, because loading every module would slow down the start. */
function commandsFor([first = '']: readonly string[]): Promise<CommandFactory[]> {
  const named = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  return Promise.all((named === undefined ? Object.values(COMMANDS) : [named]).map((load) => load()));
}

/**
 * Runs one command of `petstore`.
 *
 * @returns the exit status: 0, 1 for a failure, 2 for wrong usage.
 */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Output,
): Promise<number> {
  const program = new Command('petstore')
    .description('An adoption catalogue that a shelter, a rescue network or a city runs itself.')
    .version(VERSION)
    .option(
      '--config <file>',
      'file with settings, NAME=VALUE a line; the environment overrides them (PETSTORE_CONFIG, default petstore.env beside the store)',
    )
    .option(SETTINGS.DATABASE_URL.flag, SETTINGS.DATABASE_URL.meaning)
    .option(SETTINGS.PETSTORE_ENV.flag, SETTINGS.PETSTORE_ENV.meaning)
    .showHelpAfterError('(use --help for usage)')
    .configureOutput({ writeOut: output.write, writeErr: output.writeError });
  const context = createContext(program, env, output);
  for (const command of await commandsFor(args)) program.addCommand(command(context));
  exitByException(program);
  try {
    rejectFlagsConsumedByNpm(args, env);
    await program.parseAsync(args, { from: 'user' });
    return context.exitStatus;
  } catch (error) {
    return printError(error, output);
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

/** Prints an error and returns the exit status. */
function printError(error: unknown, output: Output): number {
  // Commander has already printed its message. `--help` ends with exit code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isExpected =
    error instanceof CommandFailure || error instanceof ConfigError || error instanceof ApiError;
  if (isExpected) output.writeError(`petstore: ${printable(error.message)}\n`);
  else output.writeError(`petstore: unexpected error, please report it: ${printable(describe(error))}\n`);
  if (error instanceof ConfigError) return 2;
  return error instanceof CommandFailure ? error.exitStatus : 1;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

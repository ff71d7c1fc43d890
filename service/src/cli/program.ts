import { Command, CommanderError } from 'commander';
import { ConfigError, SETTINGS } from '../config.ts';
import { ApiError } from '../core/errors.ts';
import { accountsCommand } from './accounts.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { CommandFailure, createContext, type Output } from './context.ts';
import { doctorCommand } from './doctor.ts';
import { keysCommand } from './keys.ts';
import { petsCommand } from './pets.ts';
import { resetCommand } from './reset.ts';
import { serveCommand } from './serve.ts';
import { transferCommand } from './transfer.ts';
import { usageCommand } from './usage.ts';

const VERSION = '1.0.0';

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
    .option(SETTINGS.DATABASE_URL.flag, SETTINGS.DATABASE_URL.meaning)
    .option(SETTINGS.PETSTORE_ENV.flag, SETTINGS.PETSTORE_ENV.meaning)
    .showHelpAfterError('(--help shows what is possible)')
    .configureOutput({ writeOut: output.write, writeErr: output.writeError });
  const context = createContext(program, env, output);
  const commands = [
    serveCommand,
    accountsCommand,
    keysCommand,
    usageCommand,
    petsCommand,
    backupCommand,
    restoreCommand,
    transferCommand,
    resetCommand,
    doctorCommand,
  ];
  for (const command of commands) program.addCommand(command(context));
  exitByException(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return context.exitStatus;
  } catch (error) {
    return report(error, output);
  }
}

/** Commander would end the process by itself, and takes each command's settings separately. */
function exitByException(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    exitByException(child);
  }
}

function report(error: unknown, output: Output): number {
  // Commander has printed its message already; help that was asked for is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isExpected =
    error instanceof CommandFailure || error instanceof ConfigError || error instanceof ApiError;
  if (isExpected) output.writeError(`petstore: ${error.message}\n`);
  else output.writeError(`petstore: unexpected failure, please report it: ${describe(error)}\n`);
  if (error instanceof ConfigError) return 2;
  return error instanceof CommandFailure ? error.exitStatus : 1;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

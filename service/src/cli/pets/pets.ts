import { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { petsExportCommand } from './pets-export.ts';
import { petsImportCommand } from './pets-import.ts';

export function petsCommand(context: CommandContext): Command {
  return new Command('pets')
    .description('import and export the catalogue')
    .addCommand(petsImportCommand(context))
    .addCommand(petsExportCommand(context));
}

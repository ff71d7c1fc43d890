import { Argument, Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { SCRIPTS, type Suggestion } from './scripts.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** @param loadCommands returns all commands, which are known only to the program. */
export function completionCommand(context: CommandContext, loadCommands: () => Promise<Command[]>): Command {
  return new Command('completion')
    .description('print the completion of this command for a shell')
    .addArgument(new Argument('<shell>').choices([...SHELLS]))
    .addHelpText(
      'after',
      '\nExamples:\n  petstore completion bash > /etc/bash_completion.d/petstore\n  petstore completion zsh > /usr/local/share/zsh/site-functions/_petstore\n  petstore completion fish > ~/.config/fish/completions/petstore.fish',
    )
    .action(async (shell: (typeof SHELLS)[number], _flags: unknown, command: Command) => {
      const root = new Command('petstore');
      for (const option of command.parent?.options ?? []) root.addOption(option);
      for (const child of await loadCommands()) root.addCommand(child);
      const valued = root.options.flatMap(({ required, long }) => (required && long ? [long] : []));
      for (const line of SCRIPTS[shell](suggestionsOf(root, []), valued).split('\n')) context.out(line);
    });
}

/** Returns what may follow each command, the longest path first. */
function suggestionsOf(command: Command, path: readonly string[]): Suggestion[] {
  const children = command.commands.flatMap((child) => suggestionsOf(child, [...path, child.name()]));
  const words = [
    ...command.commands.map((child) => ({ word: child.name(), meaning: child.description() })),
    ...command.options
      .filter(({ hidden, long }) => !hidden && long !== undefined)
      .map(({ long, description }) => ({ word: long ?? '', meaning: description })),
    { word: '--help', meaning: 'display help for command' },
  ];
  return [...children, { path, words }];
}

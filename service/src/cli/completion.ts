import { Argument, Command } from 'commander';
import type { CommandContext } from './context.ts';

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

/** The words that may follow a command. */
interface Suggestion {
  readonly path: readonly string[];
  readonly words: ReadonlyArray<{ readonly word: string; readonly meaning: string }>;
}

/** @param valued the options before a command that are followed by a value. */
type Script = (suggestions: readonly Suggestion[], valued: readonly string[]) => string;

/** The completion scripts of each shell. Options and their values are skipped to find the command; file names complete arguments. */
const SCRIPTS: Readonly<Record<'bash' | 'zsh' | 'fish', Script>> = {
  bash: (suggestions, valued) => `_petstore() {
  local typed="" word words="" skip=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${skipOptions(valued)}
  done
  case "$typed " in
${cases(suggestions, (list) => `words="${list}"`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _petstore petstore`,

  zsh: (suggestions, valued) => `#compdef petstore
_petstore() {
  local typed="" word skip=""
  local -a list
  for word in "\${(@)words[2,CURRENT-1]}"; do
${skipOptions(valued)}
  done
  case "$typed " in
${cases(suggestions, (list) => `list=(${list})`)}
  esac
  compadd -a list
  _files
}
compdef _petstore petstore`,

  fish: (suggestions, valued) => `function __petstore_typed
  string join -- ' ' (commandline -opc)[2..] | string replace -ra -- '(^| )((${valued.join('|')}) \\S+|-\\S+)' '' | string trim
end
${suggestions.flatMap(fishLines).join('\n')}`,
};

/** Appends a word of a command to `typed`. bash separates `--config=FILE` into three words. */
function skipOptions(valued: readonly string[]): string {
  return `    case $skip$word in
      "> =") ;;
      "> "*) skip="" ;;
      ${valued.join('|')}) skip="> " ;;
      -*) ;;
      *) typed="$typed $word" ;;
    esac`;
}

function cases(suggestions: readonly Suggestion[], assign: (list: string) => string): string {
  return suggestions
    .map(({ path, words }) => {
      const prefix = path.length === 0 ? '' : `" ${path.join(' ')} "`;
      return `    ${prefix}*) ${assign(words.map(({ word }) => word).join(' '))} ;;`;
    })
    .join('\n');
}

function fishLines({ path, words }: Suggestion): string[] {
  const condition =
    path.length === 0
      ? 'test -z "$(__petstore_typed)"'
      : `string match -q "${path.join(' ')}*" -- "$(__petstore_typed)"`;
  return words.map(({ word, meaning }) => {
    const target = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
    return `complete -c petstore -n ${quoted(condition)} ${target} -d ${quoted(meaning)}`;
  });
}

/** In single quotes, fish treats only the backslash and the quote specially. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

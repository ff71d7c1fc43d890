/** The words that may follow a command. */
export interface Suggestion {
  readonly path: readonly string[];
  readonly words: ReadonlyArray<{ readonly word: string; readonly meaning: string }>;
}

/** @param valued the options before a command that are followed by a value. */
type Script = (suggestions: readonly Suggestion[], valued: readonly string[]) => string;

/** The completion scripts of each shell. Options and their values are skipped to find the command; file names complete arguments. */
export const SCRIPTS: Readonly<Record<'bash' | 'zsh' | 'fish', Script>> = {
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

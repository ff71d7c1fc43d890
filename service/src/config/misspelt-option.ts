const PREFIX = 'PETSTORE_';

/** The variables that Kubernetes sets for each Service in a namespace, such as one named `petstore-db`. */
const KUBERNETES_NAME = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;
const KUBERNETES_ADDRESS = /^(tcp|udp|sctp):\/\//;

type Options = Readonly<Record<string, { readonly flag: string }>>;

/**
 * Finds a variable that was probably meant to be one of `options`, and that option.
 *
 * @returns undefined if every variable is an option or belongs to another program.
 */
export function findMisspelt(
  env: Readonly<Record<string, string | undefined>>,
  options: Options,
): { variable: string; option: string } | undefined {
  for (const [variable, value = ''] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || variable in options || isOfKubernetes(variable, value)) continue;
    const option = findSimilar(variable, options);
    if (option !== undefined) return { variable, option };
  }
  return undefined;
}

/** Returns the option that a variable was probably meant to be, with or without the prefix. */
export function findSimilar(variable: string, options: Options): string | undefined {
  const prefixed = variable.startsWith(PREFIX) ? variable : `${PREFIX}${variable}`;
  return Object.keys(options).find((name) => resembles(prefixed, name, options[name]?.flag));
}

function isOfKubernetes(variable: string, value: string): boolean {
  return KUBERNETES_NAME.test(variable) || KUBERNETES_ADDRESS.test(value);
}

/** Returns true for `PETSTORE_ENVIRONMENT` and `PETSTORE_ENV`, `PETSTORE_PROT` and `PORT`, `PETSTORE_DATABASE` and `DATABASE_URL`. */
function resembles(variable: string, option: string, flag = ''): boolean {
  const name = variable.slice(PREFIX.length);
  const isLonger = variable.startsWith(option);
  return isLonger || hasOneMistake(name, option.replace(PREFIX, '')) || name === asVariable(flag);
}

/** `--log-level <level>` as a variable: `LOG_LEVEL`. */
function asVariable(flag: string): string {
  return flag
    .replace(/^--| .*$/g, '')
    .replaceAll('-', '_')
    .toUpperCase();
}

/** Returns true if at most one letter is wrong, missing or added, or two neighbours are exchanged. */
function hasOneMistake(name: string, option: string): boolean {
  let start = 0;
  while (start < option.length && name[start] === option[start]) start += 1;
  const [rest, expected] = [name.slice(start), option.slice(start)];
  const isExchanged =
    rest[0] === expected[1] && rest[1] === expected[0] && rest.slice(2) === expected.slice(2);
  const isReplaced = rest.slice(1) === expected.slice(1);
  return isExchanged || isReplaced || rest.slice(1) === expected || rest === expected.slice(1);
}

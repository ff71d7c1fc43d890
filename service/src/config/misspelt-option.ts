import { hasOneMistake } from '../core/one-mistake.ts';

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

import { isOneEditAway } from '../core/one-edit.ts';

const PREFIX = 'PETSTORE_';

/** The variables that Kubernetes sets for each Service in a namespace, such as one named `petstore-db`. */
const KUBERNETES_NAME = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;
const KUBERNETES_ADDRESS = /^(tcp|udp|sctp):\/\//;

/** Without these two a command would find another store than the one that is meant, or `serve` would create an empty one. */
const FILE_VARIABLE = 'PETSTORE_CONFIG';
const STORE_VARIABLE = 'DATABASE_URL';
const NAME_OF_FILE_VARIABLE = /^PETSTORE_(CONF|CFG|SETTINGS)/;
/** A checksum in `PETSTORE_CONFIG_HASH` is for another program. */
const FILE_NAME = /[/.]/;
const STORE_ADDRESS = /^(sqlite|postgres(ql)?):/;

type Options = Readonly<Record<string, { readonly flag: string }>>;
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Finds a variable that was probably meant to be one of `options` or to name the file with them.
 *
 * @returns undefined if every variable is an option or belongs to another program.
 */
export function findMisspelt(
  env: Variables,
  options: Options,
): { variable: string; option: string } | undefined {
  const isStoreSet = (env[STORE_VARIABLE]?.trim() ?? '') !== '';
  for (const [variable, value = ''] of Object.entries(env)) {
    if (variable in options || variable === FILE_VARIABLE || isOfKubernetes(variable, value)) continue;
    const name = variable.toUpperCase();
    const option =
      findPrefixed(name, value, options) ??
      (!isStoreSet && isStoreVariable(name, value) ? STORE_VARIABLE : undefined);
    if (option !== undefined) return { variable, option };
  }
  return undefined;
}

function findPrefixed(name: string, value: string, options: Options): string | undefined {
  if (!name.startsWith(PREFIX)) return undefined;
  return isFileVariable(name, value) ? FILE_VARIABLE : findSimilar(name, options);
}

function isFileVariable(name: string, value: string): boolean {
  return (NAME_OF_FILE_VARIABLE.test(name) || isOneEditAway(name, FILE_VARIABLE)) && FILE_NAME.test(value);
}

function isStoreVariable(name: string, value: string): boolean {
  return isOneEditAway(name, STORE_VARIABLE) && STORE_ADDRESS.test(value);
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
  return isLonger || isOneEditAway(name, option.replace(PREFIX, '')) || name === asVariable(flag);
}

/** `--log-level <level>` as a variable: `LOG_LEVEL`. */
function asVariable(flag: string): string {
  return flag
    .replace(/^--| .*$/g, '')
    .replaceAll('-', '_')
    .toUpperCase();
}

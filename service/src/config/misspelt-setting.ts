const PREFIX = 'PETSTORE_';

/** The variables that Kubernetes sets for each Service in a namespace, such as one named `petstore-db`. */
const KUBERNETES_NAME = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;
const KUBERNETES_ADDRESS = /^(tcp|udp|sctp):\/\//;

type Settings = Readonly<Record<string, { readonly flag: string }>>;

/**
 * Finds a variable that was probably meant to be one of `settings`, and that setting.
 *
 * @returns undefined if every variable is a setting or belongs to another program.
 */
export function findMisspelt(
  env: Readonly<Record<string, string | undefined>>,
  settings: Settings,
): { variable: string; setting: string } | undefined {
  for (const [variable, value = ''] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || variable in settings || isOfKubernetes(variable, value)) continue;
    const setting = findSimilar(variable, settings);
    if (setting !== undefined) return { variable, setting };
  }
  return undefined;
}

/** Returns the setting that a variable was probably meant to be, with or without the prefix. */
export function findSimilar(variable: string, settings: Settings): string | undefined {
  const prefixed = variable.startsWith(PREFIX) ? variable : `${PREFIX}${variable}`;
  return Object.keys(settings).find((name) => resembles(prefixed, name, settings[name]?.flag));
}

function isOfKubernetes(variable: string, value: string): boolean {
  return KUBERNETES_NAME.test(variable) || KUBERNETES_ADDRESS.test(value);
}

/** Returns true for `PETSTORE_ENVIRONMENT` and `PETSTORE_ENV`, `PETSTORE_PROT` and `PORT`, `PETSTORE_DATABASE` and `DATABASE_URL`. */
function resembles(variable: string, setting: string, flag = ''): boolean {
  const name = variable.slice(PREFIX.length);
  const isLonger = variable.startsWith(setting);
  return isLonger || hasOneMistake(name, setting.replace(PREFIX, '')) || name === asVariable(flag);
}

/** `--log-level <level>` as a variable: `LOG_LEVEL`. */
function asVariable(flag: string): string {
  return flag
    .replace(/^--| .*$/g, '')
    .replaceAll('-', '_')
    .toUpperCase();
}

/** Returns true if at most one letter is wrong, missing or added, or two neighbours are exchanged. */
function hasOneMistake(name: string, setting: string): boolean {
  let start = 0;
  while (start < setting.length && name[start] === setting[start]) start += 1;
  const [rest, expected] = [name.slice(start), setting.slice(start)];
  const isExchanged =
    rest[0] === expected[1] && rest[1] === expected[0] && rest.slice(2) === expected.slice(2);
  const isReplaced = rest.slice(1) === expected.slice(1);
  return isExchanged || isReplaced || rest.slice(1) === expected || rest === expected.slice(1);
}

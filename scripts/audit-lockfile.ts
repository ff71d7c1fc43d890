// The rules for package-lock.json: every installation, from any registry, is the one that was reviewed.

/** The relevant part of package-lock.json and of npm's copy of it in node_modules. */
export interface Lockfile {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

export interface LockedPackage {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The machine of the installation, with the names of Node and of `os` and `cpu` in package.json. */
interface Machine {
  platform: string;
  arch: string;
}

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/;
/** `npm:` is an alias for a package; a version follows it. */
const ALIAS = /^npm:(@[^/@]+\/)?[^/@]+@/;

/**
 * Returns a sentence for each fault of a lockfile. No sentence quotes a URL: it may be private.
 *
 * @param allowed the names of packages whose install scripts may run.
 */
export function lockfileFaults(
  { lockfileVersion, packages }: Lockfile,
  allowed: ReadonlySet<string>,
  machine: Machine,
): string[] {
  const version =
    lockfileVersion === 3 ? [] : [`the lockfile has version ${lockfileVersion}, and must have 3`];
  const ours = new Set(packages['']?.workspaces ?? []);
  const isLink = (name: string) => packages[`node_modules/${name}`]?.link === true;
  const faults = Object.entries(packages).flatMap(([path, locked]) => {
    if (path === '') return ownFaults('package.json', locked, isLink);
    if (!path.includes('node_modules/')) {
      return ours.has(path) ? ownFaults(path, locked, isLink) : [`${path} is no workspace of package.json`];
    }
    if (locked.link === true) return linkFaults(path, locked, ours);
    return [...packageFaults(path, locked), ...scriptFaults(path, locked, allowed, machine)];
  });
  return [...version, ...faults];
}

/** Returns a package's name: the end of its path, or the target of an alias. */
function nameOf(path: string, { name }: LockedPackage): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function linkFaults(path: string, { resolved = '' }: LockedPackage, ours: ReadonlySet<string>): string[] {
  return ours.has(resolved) ? [] : [`${path} links to a folder that is no workspace`];
}

/**
 * Our own dependencies have exact versions, so that no installation contains a version without review. A workspace has any
 * version: it is a link.
 */
function ownFaults(where: string, locked: LockedPackage, isLink: (name: string) => boolean): string[] {
  return dependenciesOf(locked)
    .filter(([name, wanted]) => !EXACT_VERSION.test(wanted) && !(wanted === '*' && isLink(name)))
    .map(([name]) => `${where} depends on ${name} without an exact version`);
}

function packageFaults(path: string, locked: LockedPackage): string[] {
  const { version = '', integrity = '', resolved } = locked;
  const isFromRegistry = resolved === undefined || isRegistryAddress(resolved, nameOf(path, locked), version);
  const elsewhere = dependenciesOf(locked).filter(([, wanted]) => /[:/]/.test(wanted.replace(ALIAS, '')));
  return [
    ...(EXACT_VERSION.test(version) ? [] : [`${path} has no exact version`]),
    ...(SHA512.test(integrity) ? [] : [`${path} has no integrity of SHA-512`]),
    ...(isFromRegistry ? [] : [`${path} is not resolved to a package of a registry by https`]),
    ...elsewhere.map(([name]) => `${path} depends on ${name} from git, a file or a URL`),
  ];
}

/** Returns true for the URL of that version's file in a registry, which may have a path prefix. */
function isRegistryAddress(address: string, name: string, version: string): boolean {
  const url = URL.parse(address);
  const file = `/${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;
  return (
    url?.protocol === 'https:' && url.username === '' && url.search === '' && url.pathname.endsWith(file)
  );
}

function scriptFaults(
  path: string,
  locked: LockedPackage,
  allowed: ReadonlySet<string>,
  { platform, arch }: Machine,
): string[] {
  const isInstalledHere = includes(locked.os, platform) && includes(locked.cpu, arch);
  if (locked.hasInstallScript !== true || !isInstalledHere || allowed.has(nameOf(path, locked))) return [];
  return [`${path} has an install script, and allowScripts of package.json does not name it`];
}

/** Both fields list names, or names to exclude with `!`. */
function includes(listed: string | string[] | undefined, name: string): boolean {
  if (listed === undefined) return true;
  const names = [listed].flat();
  return names.every((one) => one.startsWith('!')) ? !names.includes(`!${name}`) : names.includes(name);
}

function dependenciesOf(locked: LockedPackage): [string, string][] {
  const { dependencies, devDependencies, optionalDependencies } = locked;
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

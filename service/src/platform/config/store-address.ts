import { addressesOfHosts, databaseOf, hostsOf } from '../core/postgres-url.ts';
import { ConfigError, invalidOption } from './option-values.ts';
import type { OptionName } from './options.ts';
import { parseUrl, withoutSecrets } from './urls.ts';

/** Where the catalogue is stored: in a SQLite file, or in a PostgreSQL database. */
export type StoreAddress =
  | { readonly engine: 'sqlite'; readonly path: string }
  | {
      readonly engine: 'postgres';
      readonly url: string;
      /** The address of a pooler for the queries of requests; everything else uses `url`. */
      readonly poolerUrl?: string;
    };

const SQLITE = 'sqlite:';

/** Returns the file name in `sqlite:FILE` or `sqlite:///FILE`; empty for any other address. */
export function sqliteFileOf(address: string): string {
  return address.startsWith(SQLITE) ? address.slice(SQLITE.length).replace(/^\/\/(?=\/)/, '') : '';
}

/** Parses `DATABASE_URL`, and `DATABASE_DIRECT_URL` if it is set: then the first one is the address of a pooler. */
export function parseStoreAddress(address: string, directAddress = ''): StoreAddress {
  if (/^postgres(ql)?:/.test(address)) {
    const url = parsePostgresUrl('DATABASE_URL', address);
    if (directAddress === '') return { engine: 'postgres', url };
    return {
      engine: 'postgres',
      url: parsePostgresUrl('DATABASE_DIRECT_URL', directAddress),
      poolerUrl: url,
    };
  }
  if (directAddress !== '') {
    throw new ConfigError(
      'DATABASE_DIRECT_URL is the address of PostgreSQL behind a pooler: remove it, or set DATABASE_URL to the postgres://… of the pooler',
    );
  }
  const path = sqliteFileOf(address);
  if (path !== '' && !/^(:|\/\/)|\?/.test(path)) return { engine: 'sqlite', path };
  throw invalidOption(
    'DATABASE_URL',
    withoutSecrets(address),
    'sqlite: and a file name, such as sqlite:petstore.db, or postgres://USER:PASSWORD@HOST:5432/NAME',
  );
}

function parsePostgresUrl(name: OptionName, text: string): string {
  const addresses = /^postgres(ql)?:\/\//.test(text) ? addressesOfHosts(text) : [];
  const urls = addresses.map(parseUrl).filter((url) => url !== undefined);
  const [first] = urls;
  const isSeveral = addresses.length > 1;
  const isValid =
    urls.length === addresses.length &&
    urls.every(({ host, pathname }) => /^\/[^/@:]+$/.test(pathname) && !(isSeveral && host === ''));
  if (first !== undefined && isValid) return isSeveral ? requirePrimary(name, text, first) : first.href;
  throw invalidOption(
    name,
    withoutSecrets(text),
    'postgres://USER:PASSWORD@HOST:5432/NAME, or HOST,HOST for a primary and its standby',
  );
}

/** With several hosts the service looks for the one that accepts writes, as these values ask for. */
function requirePrimary(name: OptionName, text: string, { searchParams }: URL): string {
  const wanted = searchParams.get('target_session_attrs') ?? 'read-write';
  if (['read-write', 'primary'].includes(wanted)) return text;
  throw new ConfigError(`target_session_attrs in ${name} must be read-write or primary: the service writes`);
}

/** Parses `VALKEY_URL`, which needs a store that several processes can serve. */
export function parseValkeyUrl(text: string, store: StoreAddress): string | undefined {
  if (text === '') return undefined;
  const url = /^rediss?:\/\//.test(text) ? parseUrl(text) : undefined;
  const isValid = url !== undefined && url.hostname !== '' && /^\/?\d*$/.test(url.pathname);
  if (!isValid || url.search !== '' || url.hash !== '') {
    throw invalidOption(
      'VALKEY_URL',
      withoutSecrets(text),
      'redis://HOST:6379, rediss:// for TLS, or redis://HOST:6379/1 for another of its databases',
    );
  }
  if (store.engine === 'postgres') return url.href;
  throw new ConfigError(
    'VALKEY_URL is for several processes, which cannot share a SQLite file: remove it, or set DATABASE_URL to postgres://…',
  );
}

/** Describes where the catalogue is stored, without credentials. */
export function describeStore(store: StoreAddress): string {
  if (store.engine === 'sqlite') return store.path;
  return `PostgreSQL ${placeOf(store.url)}`;
}

/** Returns the hosts and the name of a PostgreSQL database, without credentials. */
export function placeOf(url: string): string {
  return `${hostsOf(url)}/${databaseOf(url)}`;
}

/** Describes where Valkey is, without credentials. */
export function describeValkey(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

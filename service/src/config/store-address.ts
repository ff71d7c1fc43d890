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
  const url = /^postgres(ql)?:\/\//.test(text) ? parseUrl(text) : undefined;
  if (url !== undefined && /^\/[^/@:]+$/.test(url.pathname)) return url.href;
  throw invalidOption(name, withoutSecrets(text), 'postgres://USER:PASSWORD@HOST:5432/NAME');
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
  const { host, pathname } = new URL(store.url);
  return `PostgreSQL ${host}${pathname}`;
}

/** Describes where Valkey is, without credentials. */
export function describeValkey(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

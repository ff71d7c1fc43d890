/** The scheme and the credentials, the hosts, and the rest of the address of a PostgreSQL database. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * Divides `postgres://a,b:5433/name?target_session_attrs=read-write`, as PostgreSQL's own programs accept it, into the
 * addresses of its hosts. An address with one host stays as it is.
 */
export function addressesOfHosts(address: string): string[] {
  const [, start = '', hosts = '', rest = ''] = ADDRESS.exec(address) ?? [];
  if (!hosts.includes(',')) return [address];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

/** Returns the hosts of an address of PostgreSQL without user and password, such as `a,b:5433`. */
export function hostsOf(address: string): string {
  return addressesOfHosts(address)
    .map((one) => new URL(one).host)
    .join(',');
}

/** Returns the name of the database, as it is written in the address. */
export function databaseOf(address: string): string {
  return new URL(addressesOfHosts(address)[0] ?? address).pathname.slice(1);
}

// Plain JavaScript without recent syntax: it runs on the Node that it complains about.

const OLDEST_NODE = '24.0.0';
// Versions before 3.51.3 can lose acknowledged commits in WAL mode (https://sqlite.org/wal.html#walresetbug).
const OLDEST_SQLITE = '3.51.3';

/** Says in one line why a Node cannot run petstore; undefined if it can. `versions` is like `process.versions`. */
export function nodeFault(versions) {
  if (isOlder(versions.node, OLDEST_NODE)) return needs('Node 24 or newer', `Node ${versions.node}`);
  const sqlite = versions.sqlite;
  if (sqlite === undefined) return needs('a Node with SQLite', `Node ${versions.node} without it`);
  if (!isOlder(sqlite, OLDEST_SQLITE)) return undefined;
  return needs(`SQLite ${OLDEST_SQLITE} or newer`, `Node ${versions.node} with SQLite ${sqlite}`);
}

function needs(what, found) {
  return `petstore needs ${what}, and this is ${found}: install Node 24.21 or newer`;
}

function isOlder(version, oldest) {
  return version.localeCompare(oldest, 'en', { numeric: true }) < 0;
}

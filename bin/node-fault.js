// Plain JavaScript without recent syntax, because it must run on the old versions of Node that it rejects.

const MIN_NODE = '24.0.0';
// Versions before 3.51.3 can lose acknowledged commits in WAL mode (https://sqlite.org/wal.html#walresetbug).
const MIN_SQLITE = '3.51.3';

/** Returns a one-line message if a Node cannot run petstore, else undefined. `versions` is like `process.versions`. */
export function nodeFault(versions) {
  if (isOlder(versions.node, MIN_NODE)) return needs('Node 24 or newer', `Node ${versions.node}`);
  const sqlite = versions.sqlite;
  if (sqlite === undefined) return needs('a Node with SQLite', `Node ${versions.node} without it`);
  if (!isOlder(sqlite, MIN_SQLITE)) return undefined;
  return needs(`SQLite ${MIN_SQLITE} or newer`, `Node ${versions.node} with SQLite ${sqlite}`);
}

function needs(what, found) {
  return `petstore needs ${what}; found ${found}: install Node 24.21 or newer`;
}

// By numbers, because `localeCompare` loads the data of a language, which takes as long as a tenth of the start.
function isOlder(version, minimum) {
  const own = version.split('.').map(Number);
  const least = minimum.split('.').map(Number);
  const different = least.findIndex((number, index) => own[index] !== number);
  return different >= 0 && own[different] < least[different];
}

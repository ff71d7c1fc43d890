import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** Holds the write lock of the store in a file, as a program does that is slow between its `begin` and its `commit`. */
const [path = '', ms = '0'] = process.argv.slice(2);
const store = new DatabaseSync(path, { timeout: 2_000 });
store.exec('begin immediate');
await sleep(Number(ms));
store.exec('rollback');
store.close();

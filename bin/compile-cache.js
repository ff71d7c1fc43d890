// Chooses the folder of Node's compile cache. Whoever can write in that folder decides what code runs, so it must belong
// to this user alone. Node's own default is a folder in the shared temporary folder, which any local user may create first.
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

const PERMISSIONS = 0o777;
const PRIVATE = 0o700;
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;
const ROOT = 0;

/**
 * The folder for the compile cache, created if it is missing: `$XDG_CACHE_HOME/petstore/compile-cache`, else below
 * `~/.cache`. Returns undefined if another user could write in it, or exchange it: then there is no cache.
 */
export function privateCacheFolder(env, user = process.geteuid?.()) {
  if (user === undefined) return undefined;
  try {
    const xdg = env.XDG_CACHE_HOME;
    const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(env.HOME || homedir(), '.cache');
    mkdirSync(join(base, 'petstore'), { recursive: true, mode: PRIVATE });
    const folder = join(realpathSync(base), 'petstore', 'compile-cache');
    mkdirSync(folder, { recursive: true, mode: PRIVATE });
    return isPrivate(folder, user) && isOutOfReach(dirname(folder), user) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function isPrivate(folder, user) {
  const { mode, uid, isLink } = statusOf(folder);
  return !isLink && uid === user && (mode & PERMISSIONS) === PRIVATE;
}

/** Nobody but this user and root can rename a folder on the way to the cache and put another one in its place. */
function isOutOfReach(folder, user) {
  const { mode, uid, isLink } = statusOf(folder);
  const isSafe = (mode & WRITABLE_BY_OTHERS) === 0 || (mode & STICKY) !== 0;
  if (isLink || !isSafe || (uid !== user && uid !== ROOT)) return false;
  return dirname(folder) === folder || isOutOfReach(dirname(folder), user);
}

function statusOf(path) {
  const status = lstatSync(path);
  return { mode: status.mode, uid: status.uid, isLink: !status.isDirectory() };
}

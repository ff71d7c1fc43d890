// Chooses the folder of Node's compile cache. A user who can write to it can run code in this process, so only this user
// may have access. Node's default is in the shared temporary folder, where any local user could create it first.
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

const PERMISSIONS = 0o777;
const PRIVATE = 0o700;
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;
const ROOT = 0;

/**
 * Returns the folder of the compile cache and creates it if missing: `$XDG_CACHE_HOME/petstore/compile-cache`, by
 * default below `~/.cache`. Returns undefined, which disables the cache, if another user could write to or replace it.
 */
export function privateCacheFolder(env, user = process.geteuid?.()) {
  if (user === undefined) return undefined;
  try {
    const xdg = env.XDG_CACHE_HOME;
    const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(env.HOME || homedir(), '.cache');
    mkdirSync(join(base, 'petstore'), { recursive: true, mode: PRIVATE });
    const folder = join(realpathSync(base), 'petstore', 'compile-cache');
    mkdirSync(folder, { recursive: true, mode: PRIVATE });
    return isPrivate(folder, user) && isProtected(dirname(folder), user) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function isPrivate(folder, user) {
  const { mode, uid, isLink } = statusOf(folder);
  return !isLink && uid === user && (mode & PERMISSIONS) === PRIVATE;
}

/** Returns true if only this user and root can rename or replace the folder and its parents. */
function isProtected(folder, user) {
  const { mode, uid, isLink } = statusOf(folder);
  const isSafe = (mode & WRITABLE_BY_OTHERS) === 0 || (mode & STICKY) !== 0;
  if (isLink || !isSafe || (uid !== user && uid !== ROOT)) return false;
  return dirname(folder) === folder || isProtected(dirname(folder), user);
}

function statusOf(path) {
  const status = lstatSync(path);
  return { mode: status.mode, uid: status.uid, isLink: !status.isDirectory() };
}

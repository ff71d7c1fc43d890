import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { privateCacheFolder } from './compile-cache.js';

const PROGRAM = fileURLToPath(new URL('petstore.js', import.meta.url));
const run = promisify(execFile);

async function temporaryFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-cache-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('a start writes compiled code to a private folder, and nothing to the shared temporary folder', async (t) => {
  const home = await temporaryFolder(t);
  const shared = join(home, 'tmp');
  // As another user could prepare it: writable by everyone.
  await mkdir(join(shared, 'node-compile-cache'), { recursive: true });
  await chmod(join(shared, 'node-compile-cache'), 0o777);
  await run(process.execPath, [PROGRAM, '--version'], { env: { HOME: home, TMPDIR: shared } });
  assert.deepEqual(await readdir(join(shared, 'node-compile-cache')), []);
  const folder = join(home, '.cache/petstore/compile-cache');
  assert.equal((await lstat(folder)).mode & 0o777, 0o700);
  assert.equal((await readdir(folder)).length, 1);
});

test('a cache folder that another user could have created is not used, and the program runs without a cache', async (t) => {
  const prepare = {
    'writable by others': (folder) => chmod(folder, 0o777),
    'readable by others': (folder) => chmod(folder, 0o755),
    'a symbolic link': async (folder, home) => {
      await rm(folder, { recursive: true });
      await mkdir(join(home, 'elsewhere'), { mode: 0o700 });
      await symlink(join(home, 'elsewhere'), folder);
    },
    'below a folder that others may write in': (_folder, home) => chmod(join(home, '.cache'), 0o777),
    ...(process.geteuid() === 0 && {
      'of another user': (folder) => chown(folder, 65534, 65534),
      'below a folder of another user': (_folder, home) => chown(join(home, '.cache'), 65534, 65534),
    }),
  };
  for (const [kind, make] of Object.entries(prepare)) {
    const home = await temporaryFolder(t);
    const folder = privateCacheFolder({ HOME: home });
    assert.equal(folder, join(home, '.cache/petstore/compile-cache'), 'uses a private folder');
    await make(folder, home);
    assert.equal(privateCacheFolder({ HOME: home }), undefined, kind);
    if (kind !== 'a symbolic link') continue;
    await run(process.execPath, [PROGRAM, '--version'], { env: { HOME: home } });
    assert.deepEqual(await readdir(join(home, 'elsewhere')), [], kind);
  }
});

test('uses XDG_CACHE_HOME if it is an absolute path, and no cache if its folder cannot be created', async (t) => {
  const home = await temporaryFolder(t);
  assert.equal(
    privateCacheFolder({ HOME: '/nowhere', XDG_CACHE_HOME: join(home, 'xdg') }),
    join(home, 'xdg/petstore/compile-cache'),
  );
  assert.equal(
    privateCacheFolder({ HOME: home, XDG_CACHE_HOME: 'relative' }),
    join(home, '.cache/petstore/compile-cache'),
  );
  assert.equal(privateCacheFolder({ HOME: '/dev/null' }), undefined);
});
